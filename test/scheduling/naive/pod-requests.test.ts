import { expect, test } from 'vitest';
import type { Container } from '#api/kubernetes/container.ts';
import type { PodSpec, PodStatus } from '#api/kubernetes/pod.ts';
import { cpuMilliOf } from './amounts.ts';
import { dialects } from './dialect.ts';
import { requestsBySpec, requestsInForce } from './pod-requests.ts';
import { aPod } from './small-world.ts';

const cpu = (name: string, amount: string): Container => ({ name, resources: { requests: { cpu: amount } } });
const sidecar = (name: string, amount: string): Container => ({ ...cpu(name, amount), restartPolicy: 'Always' });

const pair = [cpu('a', '500m'), cpu('b', '200m')];
const ladder = [cpu('i', '800m'), sidecar('s', '100m'), cpu('j', '900m')];

const bySpec: readonly { name: string; spec: Partial<PodSpec>; want: bigint }[] = [
  {
    name: 'A1: init containers run beside earlier sidecars',
    spec: { containers: pair, initContainers: ladder },
    want: 1000n,
  },
  {
    name: 'A2: the pod as a whole replaces its containers, even with less; overhead comes on top',
    spec: {
      containers: pair,
      initContainers: ladder,
      resources: { requests: { cpu: '400m' } },
      overhead: { cpu: '50m' },
    },
    want: 450n,
  },
  {
    name: 'A3: a sidecar first counts beside the init container after it',
    spec: { containers: [cpu('a', '200m')], initContainers: [sidecar('s', '300m'), cpu('i', '100m')] },
    want: 500n,
  },
  {
    name: 'A4: a sidecar last counts with the containers',
    spec: { containers: [cpu('a', '200m')], initContainers: [cpu('i', '100m'), sidecar('s', '300m')] },
    want: 500n,
  },
  {
    name: 'one great init container counts for the whole life',
    spec: { containers: [cpu('a', '1')], initContainers: [cpu('i', '4')] },
    want: 4000n,
  },
];
for (const { name, spec, want } of bySpec) {
  test(name, () => expect(cpuMilliOf(requestsBySpec(aPod('p', spec), { podLevel: true }))).toBe(want));
}

const crossing: PodStatus = {
  containerStatuses: [
    { name: 'a', resources: { requests: { cpu: '2' } } },
    { name: 'b', resources: { requests: { cpu: '1' } } },
  ],
};
const inForce: readonly {
  name: string;
  containers: readonly Container[];
  status: PodStatus;
  want: Record<string, bigint>;
}[] = [
  {
    name: 'two resizes that cross: the greatest of sums is not the sum of the greatest',
    containers: [cpu('a', '1'), cpu('b', '2')],
    status: crossing,
    want: { '1.36': 4000n, '1.37': 3000n },
  },
  {
    name: 'a resize that cannot be leaves what is in force',
    containers: [cpu('a', '8'), cpu('b', '8')],
    status: { ...crossing, conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }] },
    want: { '1.36': 3000n, '1.37': 3000n },
  },
  {
    name: 'a resize that is put off still counts what is asked for',
    containers: [cpu('a', '8'), cpu('b', '8')],
    status: { ...crossing, conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Deferred' }] },
    want: { '1.36': 16_000n, '1.37': 16_000n },
  },
  {
    name: 'what was granted to the pod as a whole stands for its containers',
    containers: [cpu('a', '1')],
    status: { ...crossing, allocatedResources: { cpu: '5' }, resources: { requests: { cpu: '4' } } },
    want: { '1.36': 2000n, '1.37': 5000n },
  },
  {
    name: 'a pod without statuses is its spec',
    containers: [cpu('a', '1')],
    status: {},
    want: { '1.36': 1000n, '1.37': 1000n },
  },
];
for (const { name, containers, status, want } of inForce) {
  for (const version of ['1.36', '1.37'] as const) {
    test(`${version}: ${name}`, () => {
      const pod = aPod('p', { containers }, {}, status);
      expect(cpuMilliOf(requestsInForce(pod, dialects[version]))).toBe(want[version]);
    });
  }
}
