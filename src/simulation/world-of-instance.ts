import { ABSENT } from './replay/policy.ts';
import type { ReplayInstance } from './replay/instance.ts';
import { noApiFaults } from './world/edges/api-faults.ts';
import { metricsPipeline } from './world/nodes/scrapes.ts';
import { worldTimes } from './world/world-times.ts';
import type { WorkloadSpec, WorldSpec } from './world/world-spec.ts';

const GIB = 2 ** 30;

/**
 * An instance of the replay as a world: each owner a Deployment whose pods run where the instance starts them, following
 * its recorded courses. Memory is not in the recordings: each pod holds half a GiB, and nodes have room for all.
 */
export function worldOfInstance({ cluster, use, start }: ReplayInstance, seed: number): WorldSpec {
  const width = String(cluster.nodes).length;
  const nodeName = (node: number): string => `n${String(node + 1).padStart(width, '0')}`;
  const owners = Map.groupBy(cluster.owner.keys(), (pod) => cluster.owner[pod]!);
  const workloads = [...owners].map(([owner, pods]): WorkloadSpec => {
    const name = `vm-${String(owner + 1).padStart(4, '0')}`;
    return {
      kind: 'Deployment',
      namespace: 'default',
      replicas: pods.length,
      // millionths of a core: what a fifth or a sixth of a size is exact in
      requests: { cpu: `${Math.round(cluster.request[pods[0]!]! * 1e6)}u`, memory: '512Mi' },
      limits: { cpu: `${Math.round(cluster.limit[pods[0]!]! * 1e6)}u` },
      startsOn: pods.flatMap((pod) => (start[pod] === ABSENT ? [] : [nodeName(start[pod]!)])),
      life: { name, courses: pods, memoryBytes: GIB / 2, leakBytesPerHour: 0, startUpCores: 0, startUpMs: 0 },
    };
  });
  return {
    seed,
    startsAt: Date.UTC(2030, 0, 1),
    nodes: Array.from({ length: cluster.nodes }, (_, node) => ({
      name: nodeName(node),
      cpuCores: cluster.capacity[node]!,
      memoryBytes: 64 * GIB,
      labels: {},
    })),
    workloads,
    courses: { count: cluster.pods, stepMs: cluster.stepMinutes * 60_000, steps: use.steps, cores: use.cores },
    scheduler: 'default',
    times: worldTimes,
    pipeline: metricsPipeline,
    faults: noApiFaults,
    watchLagMs: 50,
    deeds: [],
  };
}
