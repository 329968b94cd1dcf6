import type { Pod } from '#api/kubernetes/pod.ts';
import type { Measure, Measures } from '../measure.ts';
import { clusterOf } from './cluster-of.ts';
import { threadSeconds } from './thread-seconds.ts';
import { aPod } from './workloads.ts';

const nodes = 5000;
const pods = 150_000;
const podsPerShape = 100;
const moves = 100_000;

/** As it comes off the wire: texts of its own, shared with nobody. */
const podText = (index: number): string => {
  const pod = aPod(index, Math.floor(index / podsPerShape));
  return JSON.stringify({ ...pod, spec: { ...pod.spec, nodeName: `node-${index % nodes}` } });
};

const usedMegabytes = (): number => {
  globalThis.gc!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

/** The largest cluster Kubernetes promises to run: what its columns weigh, and what a supposed move costs there. */
export function atTheLimits(): Measures {
  const before = usedMegabytes();
  const store = clusterOf(nodes);
  for (let index = 0; index < pods; index++) {
    store.apply({ kind: 'applied', of: 'Pod', object: JSON.parse(podText(index)) as Pod });
  }
  const columns: Measure = { value: usedMegabytes() - before, unit: 'MB', goal: '<= 120' };
  const view = store.view();
  const all = [...view.pods()];
  const suppose = (count: number): void =>
    view.suppose((whatIf) => {
      for (let index = 0; index < count; index++) {
        const pod = all[(index * 7919) % pods]!;
        whatIf.move(pod, (pod.row + 1) % nodes);
        whatIf.undo();
      }
    });
  suppose(moves / 10);
  const startedAt = threadSeconds();
  suppose(moves);
  const microseconds = ((threadSeconds() - startedAt) * 1e6) / moves;
  return { columns, 'what-if': { value: microseconds, unit: 'µs', goal: '< 20' } };
}
