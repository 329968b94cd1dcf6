import type { Affinity } from '#api/kubernetes/affinity.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod, PodSpec } from '#api/kubernetes/pod.ts';

export const zoneKey = 'topology.kubernetes.io/zone';
const hostnameKey = 'kubernetes.io/hostname';
export const zones = 10;

/** Node number `index` of ten zones: 32 cores, 256Gi, 110 pods. */
export function aNode(index: number): Node {
  const name = `node-${index}`;
  const labels = { [hostnameKey]: name, [zoneKey]: `zone-${index % zones}` };
  const status = { allocatable: { cpu: '32', memory: '256Gi', pods: '110' } };
  return { metadata: { name, uid: `uid-of-${name}`, labels }, status };
}

/** Pod number `index`, of one of many shapes: shape and labels go together, as in a ReplicaSet. */
export function aPod(index: number, shape: number, more: Partial<PodSpec> = {}): Pod {
  const name = `web-${shape}-${index.toString(36).padStart(6, '0')}`;
  const container = {
    name: 'web',
    image: 'registry.example/web:1',
    resources: { requests: { cpu: `${100 + shape}m`, memory: '500Mi' } },
  };
  const uid = `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
  return {
    metadata: { name, namespace: 'bench', uid, labels: { app: `web-${shape}` } },
    spec: { containers: [container], ...more },
  };
}

const itself = { matchLabels: { app: 'web-0' } };

function required(topologyKey: string): NonNullable<Affinity['podAffinity']> {
  return { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: itself }] };
}

/** What a measure places: pod number `index`. */
export type Workload = (index: number) => Pod;

export const basic: Workload = (index) => aPod(index, index % 5);
export const unique: Workload = (index) => aPod(index, index);
export const affinity: Workload = (index) => aPod(index, 0, { affinity: { podAffinity: required(zoneKey) } });
export const antiAffinity: Workload = (index) =>
  aPod(index, 0, { affinity: { podAntiAffinity: required(hostnameKey) } });
export const spread: Workload = (index) =>
  aPod(index, 0, {
    topologySpreadConstraints: [
      { topologyKey: zoneKey, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', labelSelector: itself },
    ],
  });
