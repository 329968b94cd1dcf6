import { fault } from '../faults.ts';
import { ABSENT, type ReplayCluster } from '../replay/policy.ts';
import { amountOf } from './pod-sizes.ts';
import type { World } from './world.ts';
import type { WorldSpec } from './world-spec.ts';

/** A world as a replay's policy knows it: a pod is a course, whoever follows it now. */
export interface PolicyCluster {
  readonly cluster: ReplayCluster;
  readonly nodeNames: readonly string[];
  /** The node of every course, by place in `nodeNames`. */
  placement(world: World): Int32Array;
}

/** Policies of the replay know equal nodes only. */
export function policyCluster({ nodes, workloads, courses }: WorldSpec): PolicyCluster {
  const [capacity, ...others] = new Set(nodes.map(({ cpuCores }) => cpuCores));
  if (capacity === undefined || others.length > 0) {
    throw fault('simulation/unequal-nodes', 'handing the world to a policy of the replay: its nodes differ in cores');
  }
  const limit = new Float64Array(courses.count);
  const request = new Float64Array(courses.count);
  const owner = new Int32Array(courses.count).fill(-1);
  for (const [number, { life, requests, limits }] of workloads.entries()) {
    for (const course of life.courses) {
      request[course] = amountOf(requests, 'cpu', 0);
      limit[course] = amountOf(limits, 'cpu', capacity);
      owner[course] = number;
    }
  }
  const nodeNames = nodes.map(({ name }) => name);
  const placeOf = new Map(nodeNames.map((name, place) => [name, place]));
  const stepMinutes = courses.stepMs / 60_000;
  return {
    cluster: { nodes: nodes.length, capacity, pods: courses.count, limit, request, owner, stepMinutes },
    nodeNames,
    placement: ({ book, core }) =>
      Int32Array.from({ length: courses.count }, (_, course) => {
        const key = book.podOf(course);
        const pod = key === undefined ? undefined : core.store.get('Pod', key);
        return pod?.status?.phase === 'Running' ? (placeOf.get(pod.spec.nodeName!) ?? ABSENT) : ABSENT;
      }),
  };
}
