import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { ReplicatedWorkload } from '#api/kubernetes/workload.ts';
import type { PastStep } from '#ports/load-source.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { HeardSketch } from './heard-look.ts';

const GIB = 2 ** 30;

/** A look at the end of an instance in which nothing was moved, that was told everything which was before. */
export function lookAtEndOf({ cluster, use, start }: ReplayInstance, beginsAt: number): HeardSketch {
  const stepMs = cluster.stepMinutes * 60_000;
  const at = beginsAt + use.steps * stepMs - 1000;
  const pods = Array.from(start, (node, pod) => aPod(cluster, pod, `n${node}`, beginsAt));
  const labels = pods.map(({ metadata }) => ({ namespace: 'shop', pod: metadata.name }));
  const usedAt = (step: number): Float64Array => use.cores.subarray(step * cluster.pods, (step + 1) * cluster.pods);
  const seriesAt = (step: number, takenAt: number) =>
    Array.from(usedAt(step), (value, pod) => ({ labels: labels[pod]!, value, takenAt }));
  const past = Array.from({ length: use.steps }, (_, step): PastStep => {
    const atMs = beginsAt + (step + 1) * stepMs - 1;
    const about = { kind: 'read', signal: 'pod-cpu', source: 'prometheus', unit: 'cores', tookMs: 1 } as const;
    return { atMs, signals: [{ ...about, series: seriesAt(step, atMs) }] };
  });
  const used = new Float64Array(cluster.nodes);
  for (const [pod, cores] of usedAt(use.steps - 1).entries()) used[start[pod]!]! += cores;
  return {
    at,
    objects: {
      Node: Array.from(used, (_, node) => aNode(`n${node}`, cluster.capacity[node]!)),
      Pod: pods,
      ReplicaSet: pods.map(({ metadata }) => aReplicaSet(metadata.name)),
    },
    past,
    reading: {
      signals: (['cpu', 'memory'] as const).map((signal) => ({
        kind: 'read',
        signal,
        source: 'prometheus',
        tookMs: 1,
        unit: 'ratio',
        series: Array.from(used, (cores, node) => ({
          labels: { node: `n${node}` },
          value: signal === 'cpu' ? cores / cluster.capacity[node]! : 0.3,
          takenAt: at,
        })),
      })),
      pods: {
        kind: 'read',
        source: 'prometheus',
        cpuCores: seriesAt(use.steps - 1, at),
        memoryBytes: labels.map((one) => ({ labels: one, value: GIB / 4, takenAt: at })),
      },
    },
  };
}

function aNode(name: string, cores: number): Node {
  const size = { cpu: String(cores), memory: '64Gi', pods: '500' };
  return {
    metadata: { name, uid: `uid-${name}`, resourceVersion: '1', creationTimestamp: '2020-01-01T00:00:00Z' },
    spec: {},
    status: { capacity: size, allocatable: size, conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

function aPod({ request, limit }: ReplayInstance['cluster'], pod: number, nodeName: string, beginsAt: number): Pod {
  const name = `web-${pod}`;
  const startedAt = new Date(beginsAt - 86_400_000).toISOString();
  const cpu = (cores: Float64Array): string => `${Math.round(1000 * cores[pod]!)}m`;
  return {
    metadata: {
      namespace: 'shop',
      name,
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: startedAt,
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid: `set-${name}`, controller: true }],
    },
    spec: {
      nodeName,
      containers: [
        { name: 'app', resources: { requests: { cpu: cpu(request), memory: '128Mi' }, limits: { cpu: cpu(limit) } } },
      ],
    },
    status: { phase: 'Running', startTime: startedAt, conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

const aReplicaSet = (name: string): ReplicatedWorkload => ({
  metadata: { namespace: 'shop', name, uid: `set-${name}`, resourceVersion: '1' },
  spec: { replicas: 2 },
  status: { replicas: 2, readyReplicas: 2, availableReplicas: 2 },
});
