import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlPlaneBinaries } from '../../test/control-plane/binaries.ts';
import { throughput } from '../../test/control-plane/options.ts';
import { startControlPlane } from '../../test/control-plane/start-control-plane.ts';
import type { Measures, Suite } from '../measure.ts';

const nodes = 1000;
const settleMs = 20_000;
const watchMs = 40_000;

/** Seconds from nothing to a control plane whose four components are ready, programs built. */
async function readySeconds(): Promise<number> {
  const startedAt = performance.now();
  const controlPlane = await startControlPlane();
  const seconds = (performance.now() - startedAt) / 1000;
  await controlPlane.stop();
  return seconds;
}

interface Report {
  readonly kind: 'idle';
  readonly cpuPercent: number;
}

/** Percent of one core that a process of its own spends on keeping stand-in nodes alive while nothing happens. */
async function idleCpuPercent(): Promise<number> {
  const controlPlane = await startControlPlane(throughput);
  const script = new URL('../hollow-nodes-idle.ts', import.meta.url).pathname;
  const args = [script, controlPlane.kubeconfig, String(nodes), String(settleMs), String(watchMs)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    for await (const line of createInterface(child.stdout)) return (JSON.parse(line) as Report).cpuPercent;
    throw new Error('the stand-in nodes ended without a report');
  } finally {
    child.kill();
    await controlPlane.stop();
  }
}

export const suite: Suite = {
  about: 'the test instrument: a real control plane from nothing to ready, and 1,000 stand-in nodes at rest',
  async run(say): Promise<Measures> {
    await controlPlaneBinaries(); // a build, if need be, is not what is measured
    const seconds: number[] = [];
    for (let round = 1; round <= 3; round++) {
      seconds.push(await readySeconds());
      say(`ready after ${seconds.at(-1)!.toFixed(1)} s`);
      await sleep(500);
    }
    say(`${nodes} stand-in nodes at rest for ${watchMs / 1000} s`);
    return {
      'ready-warm': { value: seconds.toSorted((a, b) => a - b)[1]!, unit: 's', goal: '< 10' },
      'hollow-1000-idle-cpu': { value: await idleCpuPercent(), unit: 'percent', goal: '< 5' },
    };
  },
};
