import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { end, median, message, type Say } from '../informer/children.ts';
import { programFlags } from '../as-the-program.ts';
import type { Measures } from '../measure.ts';
import type { Spent, Told } from './spent.ts';

const [nodes, pods] = [15_000, 150_000];

const start = (file: string, args: readonly (string | number)[]): ChildProcess =>
  fork(join(import.meta.dirname, file), args.map(String), { execArgv: [...programFlags] });

/** The stub of a cluster that answers subjects, each of which runs in a process of its own. */
interface Stub {
  readonly url: string;
  readonly kubeconfig: string;
  readonly stop: () => Promise<void>;
}

async function startStub(count: { readonly nodes: number; readonly pods: number }): Promise<Stub> {
  const child = start('stub-cluster.ts', [count.nodes, count.pods]);
  const { port } = await message<{ kind: 'listening'; port: number }>(child, 'listening');
  const url = `http://127.0.0.1:${port}`;
  const place = mkdtempSync(join(tmpdir(), 'plimsoll-stub-'));
  const kubeconfig = join(place, 'kubeconfig');
  const config = {
    'current-context': 'stub',
    contexts: [{ name: 'stub', context: { cluster: 'stub', user: 'stub' } }],
    clusters: [{ name: 'stub', cluster: { server: url } }],
    users: [{ name: 'stub', user: {} }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(place, { recursive: true });
  };
  return { url, kubeconfig, stop };
}

async function run(file: string, args: readonly (string | number)[], say: Say): Promise<Told> {
  const told = await message<Told>(start(file, args), 'told');
  const list = told.rounds.map(({ cpuMs, wallMs }) => `${wallMs.toFixed(0)} (${cpuMs.toFixed(0)} of CPU)`).join(', ');
  say(`${[file, args.at(-1)].join(' ')}: ${list} ms; ${told.peakMb.toFixed(0)} MB at the peak; found ${told.found}`);
  return told;
}

function expectFound({ found }: Told, wanted: number): void {
  if (found !== wanted) throw new Error(`${found} samples were found where there are ${wanted}`);
}

/** Of the rounds after the first, which finds nothing compiled. */
const usual = ({ rounds }: Told, what: (spent: Spent) => number): number => median(rounds.slice(1).map(what)) / 1000;

const cpuMs = (spent: Spent): number => spent.cpuMs;
const wallMs = (spent: Spent): number => spent.wallMs;

/** What costs most in a large cluster: reading, judging, and comparing with what stands on nodes. */
export async function atScale(say: Say): Promise<Measures> {
  const stub = await startStub({ nodes, pods });
  const { url, kubeconfig } = stub;
  try {
    const vector = await run('vectors.ts', [url, nodes, 6], say);
    expectFound(vector, 6 * nodes);
    const one = await run('pods.ts', [url, kubeconfig, pods, 4, 'one-vector'], say);
    expectFound(one, pods);
    const two = await run('pods.ts', [url, kubeconfig, pods, 4, 'two-vectors'], say);
    expectFound(two, 2 * pods);
    const listed = await run('pods.ts', [url, kubeconfig, pods, 4, 'metrics-api'], say);
    expectFound(listed, 2 * pods);
    const pass = await run('passes.ts', [url, kubeconfig, 8, 'not-asked'], say);
    const whole = await run('passes.ts', [url, kubeconfig, 8, 'asked'], say);
    // beside each time its CPU time: on a machine that others use too only that says what the work costs
    return {
      'vector-15k-cpu': { value: usual(vector, cpuMs), unit: 's', goal: '< 1' },
      'pods-150k-cpu': { value: usual(one, cpuMs), unit: 's', goal: '< 1.5' },
      'pods-150k-metrics-api-cpu': { value: usual(listed, cpuMs), unit: 's', goal: '< 1.5' },
      'vector-15k': { value: usual(vector, wallMs), unit: 's', goal: '< 1' },
      'vector-15k-first': { value: vector.rounds[0]!.wallMs / 1000, unit: 's' },
      'vector-15k-peak': { value: vector.peakMb, unit: 'MB', goal: '< 250' },
      'pods-150k': { value: usual(one, wallMs), unit: 's', goal: '< 1.5' },
      'pods-150k-cpu-and-memory': { value: usual(two, wallMs), unit: 's' },
      'pods-150k-metrics-api': { value: usual(listed, wallMs), unit: 's', goal: '< 1.5' },
      'pass-15k-cpu': { value: usual(pass, cpuMs), unit: 's', goal: '< 2' },
      'pass-15k-cpu-first': { value: pass.rounds[0]!.cpuMs / 1000, unit: 's' },
      'pass-15k-and-150k-pods-cpu': { value: usual(whole, cpuMs), unit: 's' },
      'rss-15k': { value: whole.steadyMb, unit: 'MB', goal: '< 600' },
    };
  } finally {
    await stub.stop();
  }
}
