import type { ClusterStore } from '#cluster/cluster-store.ts';
import type { Measure } from '../measure.ts';
import { clusterOf, mustDecide } from './cluster-of.ts';
import { threadSeconds } from './thread-seconds.ts';
import type { Workload } from './workloads.ts';

export interface DecisionBench {
  readonly nodes: number;
  /** Pods of the same workload that are there before the clock starts. */
  readonly present: number;
  readonly count: number;
  readonly workload: Workload;
  /** Absent where the number is only printed. */
  readonly goal?: string;
  /** What the cluster must have before the first pod. */
  readonly furnish?: (store: ClusterStore, pods: number) => void;
  /** What kube-scheduler binds in a second on this machine, through a real API server. */
  readonly kubeScheduler?: number;
}

const rounds = 3;

/** Decisions in a second of one thread, the best of three rounds: neighbours only ever slow us down. */
export function decisionsPerSecond(bench: DecisionBench): Measure {
  const { nodes, present, count, workload, goal, furnish, kubeScheduler } = bench;
  const rates = Array.from({ length: rounds }, () => {
    const store = clusterOf(nodes);
    furnish?.(store, present + count);
    const pods = Array.from({ length: present + count }, (_, index) => workload(index));
    for (const pod of pods.slice(0, present)) mustDecide(store, pod);
    const startedAt = threadSeconds();
    for (const pod of pods.slice(present)) mustDecide(store, pod);
    return count / (threadSeconds() - startedAt);
  });
  const peer = { name: 'kube-scheduler, end to end', value: kubeScheduler ?? 0 };
  return {
    value: Math.max(...rates),
    unit: '1/s',
    ...(goal === undefined ? {} : { goal }),
    ...(kubeScheduler === undefined ? {} : { peer }),
  };
}
