import { expect, test } from 'vitest';
import { Decoder } from '#kube/decode/decoder.ts';
import { project } from '#kube/decode/fixtures/reference-projection.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import { richObjects } from '#test/support/rich-objects.ts';
import { node } from './node.ts';
import { pod } from './pod.ts';
import {
  csiDriver,
  csiNode,
  csiStorageCapacity,
  persistentVolume,
  persistentVolumeClaim,
  storageClass,
  volumeAttachment,
} from './storage.ts';
import {
  namespace,
  podDisruptionBudget,
  priorityClass,
  replicatedWorkload,
  replicationController,
  service,
} from './workload.ts';

const shapes: Readonly<Record<string, Shape<unknown>>> = {
  'k8s.io.api.core.v1.Pod': pod,
  'k8s.io.api.core.v1.Node': node,
  'k8s.io.api.core.v1.Namespace': namespace,
  'k8s.io.api.core.v1.PersistentVolume': persistentVolume,
  'k8s.io.api.core.v1.PersistentVolumeClaim': persistentVolumeClaim,
  'k8s.io.api.apps.v1.ReplicaSet': replicatedWorkload,
  'k8s.io.api.apps.v1.StatefulSet': replicatedWorkload,
  'k8s.io.api.policy.v1.PodDisruptionBudget': podDisruptionBudget,
  'k8s.io.api.scheduling.v1.PriorityClass': priorityClass,
  'k8s.io.api.storage.v1.StorageClass': storageClass,
  'k8s.io.api.storage.v1.CSINode': csiNode,
  'k8s.io.api.storage.v1.CSIDriver': csiDriver,
  'k8s.io.api.storage.v1.CSIStorageCapacity': csiStorageCapacity,
  'k8s.io.api.storage.v1.VolumeAttachment': volumeAttachment,
};

function decoded<T>(shape: Shape<T>, object: unknown): { value: T; mismatches: number } {
  const decoder = new Decoder(shape);
  const value = decoder.decode(new TextEncoder().encode(JSON.stringify(object)));
  return { value, mismatches: decoder.mismatches };
}

for (const { message, objects, statuses = {} } of richObjects('ns')) {
  const shape = shapes[message];
  if (shape === undefined) continue;
  test(`${message}: what is decoded is what can be picked from parsed JSON, all of the types declared`, () => {
    for (const object of [...objects, ...Object.values(statuses).map((status) => ({ status }))]) {
      expect(decoded(shape, object)).toEqual({ value: project(shape, object), mismatches: 0 });
    }
  });
}

test('a volume and a mount of which nothing but the name is asked are not kept', () => {
  const container = {
    name: 'app',
    volumeMounts: [
      { name: 'token', mountPath: '/t' },
      { name: 'data', bindMountOptions: ['noexec'] },
    ],
  };
  const volumes = [
    { name: 'token', projected: { sources: [] } },
    { name: 'scratch', emptyDir: {} },
  ];
  const { spec } = decoded(pod, { metadata: {}, spec: { containers: [container], volumes } }).value;
  expect(spec.volumes).toEqual([{ name: 'scratch', emptyDir: {} }]);
  expect(spec.containers[0]?.volumeMounts).toEqual([{ name: 'data', bindMountOptions: ['noexec'] }]);
});

test('of the annotations of a pod only those that somebody reads are kept', () => {
  const annotations = { 'kubernetes.io/config.mirror': 'x', 'example.org/long': 'y' };
  const { value } = decoded(pod, { metadata: { name: 'p', annotations }, spec: { containers: [] } });
  expect(value.metadata.annotations).toEqual({ 'kubernetes.io/config.mirror': 'x' });
});

test('a node keeps all its annotations, for the prefix of load is configured', () => {
  const annotations = { 'any.example/cpu': '0.5' };
  expect(decoded(node, { metadata: { name: 'n', annotations } }).value.metadata.annotations).toEqual(annotations);
});

test('pods alike share what they have in common', () => {
  const decoder = new Decoder(pod);
  const labels = { app: 'web' };
  const resources = { requests: { cpu: '100m' } };
  const spec = { containers: [{ name: 'a', resources }], tolerations: [{ key: 'k' }] };
  const [one, two] = ['p1', 'p2'].map((name) =>
    decoder.decode(new TextEncoder().encode(JSON.stringify({ metadata: { name, labels }, spec }))),
  );
  expect(one!.metadata.labels).toBe(two!.metadata.labels);
  expect(one!.spec.tolerations).toBe(two!.spec.tolerations);
  expect(one!.spec.containers[0]!.resources!.requests).toBe(two!.spec.containers[0]!.resources!.requests);
});

const selecting = [
  { kind: 'Service', shape: service, spec: { selector: { app: 'web' } } },
  { kind: 'ReplicationController', shape: replicationController, spec: { selector: { app: 'web' }, replicas: 3 } },
];
for (const { kind, shape, spec } of selecting) {
  test(`a ${kind} keeps what it selects by`, () => {
    const object = { metadata: { name: 'x', uid: 'u' }, spec: { ...spec, type: 'ClusterIP' } };
    expect(decoded<unknown>(shape, object).value).toEqual({ metadata: { name: 'x', uid: 'u' }, spec });
  });
}
