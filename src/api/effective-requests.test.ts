import { expect, test } from 'vitest';
import { dialectOf } from './dialect.ts';
import type { EffectiveRequests } from './effective-requests.ts';
import { requestsInPlace, requestsToPlace } from './effective-requests.ts';
import type { Container, ContainerStatus } from './kubernetes/container.ts';
import type { Condition } from './kubernetes/metadata.ts';
import type { Pod, PodSpec, PodStatus } from './kubernetes/pod.ts';
import type { BadQuantity } from './quantity.ts';

function aPod(spec: Partial<PodSpec>, status: PodStatus = {}): Pod {
  return { metadata: { name: 'p', namespace: 'ns', uid: 'u' }, spec: { containers: [], ...spec }, status };
}

/** Containers that ask for these much cpu, named a, b, c… */
function running(...cpus: string[]): readonly Container[] {
  return cpus.map((cpu, at) => ({ name: 'abc'[at]!, resources: { requests: { cpu } } }));
}

const ends = (cpu: string): Container => ({ name: `ends-${cpu}`, resources: { requests: { cpu } } });
const sidecar = (cpu: string): Container => ({ ...ends(cpu), name: `stays-${cpu}`, restartPolicy: 'Always' });

function known(requests: EffectiveRequests | BadQuantity): EffectiveRequests {
  if ('kind' in requests) throw new Error(`${requests.text} is no quantity`);
  return requests;
}

const asked: readonly { name: string; spec: Partial<PodSpec>; want: number }[] = [
  { name: 'containers add up', spec: { containers: running('100m', '200m') }, want: 300 },
  {
    name: 'an init container that needs more decides',
    spec: { containers: running('100m', '200m'), initContainers: [ends('500m')] },
    want: 500,
  },
  {
    name: 'init containers run one after the other',
    spec: { containers: running('100m', '200m'), initContainers: [ends('150m'), ends('250m')] },
    want: 300,
  },
  {
    name: 'a sidecar runs beside the containers',
    spec: { containers: running('300m'), initContainers: [sidecar('100m')] },
    want: 400,
  },
  {
    name: 'a sidecar runs beside the init containers after it',
    spec: { containers: running('300m'), initContainers: [sidecar('100m'), ends('500m')] },
    want: 600,
  },
  {
    name: 'but not beside those before it',
    spec: { containers: running('300m'), initContainers: [ends('500m'), sidecar('100m')] },
    want: 500,
  },
  {
    name: 'sidecars pile up along the way',
    spec: {
      containers: running('200m'),
      initContainers: [sidecar('50m'), ends('400m'), sidecar('70m'), ends('420m')],
    },
    want: 540,
  },
  {
    name: 'an init container before the sidecar and one after it (A1)',
    spec: { containers: running('500m', '200m'), initContainers: [ends('800m'), sidecar('100m'), ends('900m')] },
    want: 1000,
  },
  {
    name: 'the pod as a whole replaces its containers, and overhead is added (A2)',
    spec: {
      containers: running('500m', '200m'),
      initContainers: [ends('800m'), sidecar('100m'), ends('900m')],
      resources: { requests: { cpu: '400m' } },
      overhead: { cpu: '50m' },
    },
    want: 450,
  },
  {
    name: 'a sidecar that starts first (A3)',
    spec: { containers: running('200m'), initContainers: [sidecar('300m'), ends('100m')] },
    want: 500,
  },
  {
    name: 'a sidecar that starts last (A4)',
    spec: { containers: running('200m'), initContainers: [ends('100m'), sidecar('300m')] },
    want: 500,
  },
  {
    name: 'overhead comes on top of init containers too',
    spec: { containers: running('100m'), initContainers: [ends('250m')], overhead: { cpu: '120m' } },
    want: 370,
  },
  {
    name: 'pod P of the casebook (C-06)',
    spec: { containers: running('1'), initContainers: [sidecar('500m'), ends('2')] },
    want: 2500,
  },
  {
    name: 'pod Q of the casebook (C-06)',
    spec: { containers: running('1'), initContainers: [ends('2'), sidecar('500m')] },
    want: 2000,
  },
  {
    name: 'pod R of the casebook (C-06)',
    spec: { containers: running('1', '1'), initContainers: [sidecar('500m')], overhead: { cpu: '250m' } },
    want: 2750,
  },
  { name: 'nothing asked for is nothing', spec: { containers: [{ name: 'a' }] }, want: 0 },
  {
    name: 'a debugging container counts for nothing',
    spec: { containers: running('100m'), ephemeralContainers: running('2') },
    want: 100,
  },
  {
    name: 'parts of a thousandth are added before they are rounded',
    spec: { containers: running('100u', '0.4m') },
    want: 1,
  },
  {
    name: 'an empty stanza of the pod as a whole is none',
    spec: { containers: running('100m'), resources: { requests: {} } },
    want: 100,
  },
];
for (const { name, spec, want } of asked) {
  test(name, () => {
    expect(known(requestsToPlace(aPod(spec))).cpuMilli).toBe(want);
    for (const minor of ['36', '37']) {
      expect(known(requestsInPlace(aPod(spec), dialectOf(minor).dialect)).cpuMilli).toBe(want);
    }
  });
}

/** Container statuses: what each was granted, and what is in force. */
function held(...cpus: (readonly [granted: string | undefined, inForce: string | undefined])[]): ContainerStatus[] {
  return cpus.map(([granted, inForce], at) =>
    Object.assign(
      { name: 'abc'[at]! },
      granted === undefined ? {} : { allocatedResources: { cpu: granted } },
      inForce === undefined ? {} : { resources: { requests: { cpu: inForce } } },
    ),
  );
}

const pending = (reason: string): readonly Condition[] => [{ type: 'PodResizePending', status: 'True', reason }];

interface Resize {
  readonly name: string;
  readonly spec: Partial<PodSpec>;
  readonly status: PodStatus;
  readonly before: number;
  readonly now: number;
}
const resizes: readonly Resize[] = [
  {
    name: 'a deferred growth counts in full',
    spec: { containers: running('4') },
    status: { containerStatuses: held(['1', '1']), conditions: pending('Deferred') },
    before: 4000,
    now: 4000,
  },
  {
    name: 'an infeasible one does not count',
    spec: { containers: running('4') },
    status: { containerStatuses: held(['1', '1']), conditions: pending('Infeasible') },
    before: 1000,
    now: 1000,
  },
  {
    name: 'a shrinking counts once it is in force',
    spec: { containers: running('500m') },
    status: { containerStatuses: held(['2', '2']) },
    before: 2000,
    now: 2000,
  },
  {
    name: 'one grows while another shrinks: of each the largest, then the largest of sums',
    spec: { containers: running('1', '2') },
    status: { containerStatuses: held([undefined, '2'], [undefined, '1']) },
    before: 4000,
    now: 3000,
  },
  {
    name: 'granted but not in force counts only since sums are compared',
    spec: { containers: running('1') },
    status: { containerStatuses: held(['3', undefined]) },
    before: 1000,
    now: 3000,
  },
  {
    name: 'an init container that ends has a status only now',
    spec: { containers: running('1'), initContainers: [{ ...ends('1'), name: 'b' }] },
    status: { containerStatuses: [], initContainerStatuses: held([undefined, undefined], [undefined, '2']) },
    before: 1000,
    now: 2000,
  },
  {
    name: 'what the pod itself was granted stands for its containers',
    spec: { containers: running('1') },
    status: {
      containerStatuses: held(['5', '5']),
      allocatedResources: { cpu: '2' },
      resources: { requests: { cpu: '1500m' } },
    },
    before: 5000,
    now: 2000,
  },
  {
    name: 'the pod as a whole counts with the largest of wanted, granted and in force',
    spec: { containers: running('1'), resources: { requests: { cpu: '1' } } },
    status: { allocatedResources: { cpu: '2' }, resources: { requests: { cpu: '3' } } },
    before: 3000,
    now: 3000,
  },
];
for (const { name, spec, status, before, now } of resizes) {
  test(`${name}: ${before} up to 1.36, ${now} from 1.37`, () => {
    const pod = aPod(spec, status);
    const cpuBy = (minor: string): number => known(requestsInPlace(pod, dialectOf(minor).dialect)).cpuMilli;
    expect([cpuBy('36'), cpuBy('37')]).toEqual([before, now]);
  });
}

test('before 1.36 the pod itself says nothing of a resize', () => {
  const pod = aPod(
    { containers: running('1'), resources: { requests: { cpu: '1' } } },
    { allocatedResources: { cpu: '2' }, resources: { requests: { cpu: '3' } } },
  );
  expect(known(requestsInPlace(pod, dialectOf('35').dialect)).cpuMilli).toBe(1000);
});

test('a pod that is to be placed has no status yet', () => {
  const pod = aPod({ containers: running('500m') }, { containerStatuses: held(['2', '2']) });
  expect(known(requestsToPlace(pod)).cpuMilli).toBe(500);
});

test('resources are told apart: those of their own column, those by name, those that place nothing', () => {
  const requests = {
    cpu: '1',
    memory: '1.5',
    'ephemeral-storage': '1Ki',
    'example.com/gpu': '0',
    'hugepages-2Mi': '4Mi',
    'attachable-volumes-x': '3',
    'x.kubernetes.io/y': '1',
    storage: '1Gi',
    'requests.example.com/gpu': '1',
    'example.com/bad name': '1',
  };
  const pod = aPod({ containers: [{ name: 'a', resources: { requests } }] });
  expect(known(requestsToPlace(pod))).toEqual({
    cpuMilli: 1000,
    memoryBytes: 2,
    ephemeralBytes: 1024,
    scalars: new Map([
      ['example.com/gpu', 0],
      ['hugepages-2Mi', 4_194_304],
      ['attachable-volumes-x', 3],
      ['x.kubernetes.io/y', 1],
    ]),
    nonZeroCpuMilli: 1000,
    nonZeroMemoryBytes: 2,
  });
});

const little = 209_715_200;
const scored: readonly { name: string; spec: Partial<PodSpec>; want: readonly [number, number] }[] = [
  {
    name: 'each container that says nothing counts a little',
    spec: { containers: [{ name: 'a' }, { name: 'b' }] },
    want: [200, 2 * little],
  },
  { name: 'an explicit nothing is nothing', spec: { containers: running('0') }, want: [0, little] },
  {
    name: 'init containers count a little too',
    spec: { containers: running('50m'), initContainers: [{ name: 'b' }] },
    want: [100, little],
  },
  {
    name: 'what the pod as a whole asks for needs no filling in',
    spec: { containers: [{ name: 'a' }, { name: 'b' }], resources: { requests: { cpu: '1' } } },
    want: [1000, 2 * little],
  },
  {
    name: 'with it, one container that asks is enough for the others',
    spec: { containers: [...running('50m'), { name: 'b' }], resources: { requests: { memory: '1Gi' } } },
    want: [50, 2 ** 30],
  },
];
for (const { name, spec, want } of scored) {
  test(`in scores ${name}`, () => {
    const requests = known(requestsToPlace(aPod(spec)));
    expect([requests.nonZeroCpuMilli, requests.nonZeroMemoryBytes]).toEqual(want);
  });
}

test('what is no quantity is said, and never counted as nothing', () => {
  expect(requestsToPlace(aPod({ containers: running('1', '1K') }))).toEqual({
    kind: 'bad-quantity',
    text: '1K',
    why: 'unknown-suffix',
  });
});

test('what is beyond exact numbers is no safe integer', () => {
  const pod = aPod({ containers: [{ name: 'a', resources: { requests: { memory: '16Ei' } } }] });
  expect(Number.isSafeInteger(known(requestsToPlace(pod)).memoryBytes)).toBe(false);
});
