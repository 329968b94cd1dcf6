import { expect, test } from 'vitest';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '#api/kubernetes/storage.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import type { WorldObjects } from '../../world.ts';
import { aNode, answers, aPod, scoresOf } from '../small-world.ts';

const zone = 'topology.kubernetes.io/zone';
const nodes = [aNode('a', { [zone]: 'a' }), aNode('b', { [zone]: 'b' })];
const fits = { a: 'fits', b: 'fits' };
const noVolume = "UaU node(s) didn't find available persistent volumes to bind";
const noSpace = 'UaU node(s) did not have enough free storage';
const bound = { 'pv.kubernetes.io/bind-completed': 'yes' };

const uses = (...claims: readonly string[]): Pod =>
  withVolumes(...claims.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } })));
const withVolumes = (...volumes: readonly Volume[]): Pod => aPod('p', { volumes });

function claim(
  spec: PersistentVolumeClaim['spec'],
  rest: Partial<PersistentVolumeClaim['metadata']> = {},
): PersistentVolumeClaim {
  return {
    metadata: { name: 'c', namespace: 'default', uid: 'c', ...rest },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '3Gi' } }, ...spec },
  };
}

function volume(
  name: string,
  spec: PersistentVolume['spec'] = {},
  labels: Record<string, string> = {},
): PersistentVolume {
  return {
    metadata: { name, uid: name, labels },
    spec: { capacity: { storage: '5Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'later', ...spec },
    status: { phase: 'Available' },
  };
}

const inZone = (value: string): PersistentVolume['spec'] => ({
  nodeAffinity: {
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: zone, operator: 'In', values: [value] }] }] },
  },
});

const later: StorageClass = {
  metadata: { name: 'later', uid: 'later' },
  provisioner: 'disk.example.com',
  volumeBindingMode: 'WaitForFirstConsumer',
};
const local = { ...later, metadata: { name: 'local', uid: 'local' }, provisioner: 'kubernetes.io/no-provisioner' };
const now: StorageClass = { ...later, metadata: { name: 'now', uid: 'now' }, volumeBindingMode: 'Immediate' };
const storageClasses = [later, local, now];

const refusals: readonly { name: string; objects: Partial<WorldObjects>; want: string }[] = [
  { name: 'is not there', objects: {}, want: 'persistentvolumeclaim "c" not found' },
  {
    name: 'has lost its volume',
    objects: { persistentVolumeClaims: [{ ...claim({ volumeName: 'v' }), status: { phase: 'Lost' } }] },
    want: 'persistentvolumeclaim "c" bound to non-existent persistentvolume "v"',
  },
  {
    name: 'is being deleted',
    objects: { persistentVolumeClaims: [claim({}, { deletionTimestamp: '2026-01-01T00:00:00Z' })] },
    want: 'persistentvolumeclaim "c" is being deleted',
  },
  {
    name: 'waits for nobody, and is not bound',
    objects: { persistentVolumeClaims: [claim({ storageClassName: 'now' })] },
    want: 'pod has unbound immediate PersistentVolumeClaims',
  },
  {
    name: 'names a volume that has not agreed',
    objects: { persistentVolumeClaims: [claim({ storageClassName: 'later', volumeName: 'v' })] },
    want: 'pod has unbound immediate PersistentVolumeClaims',
  },
  {
    name: 'is bound to a volume that is gone',
    objects: { persistentVolumeClaims: [claim({ volumeName: 'v' }, { annotations: bound })] },
    want: 'persistentvolume "v" not found',
  },
];
for (const { name, objects, want } of refusals) {
  test(`a claim that ${name}`, () => {
    expect(answers(uses('c'), { nodes, storageClasses, ...objects })).toEqual({ all: `UaU ${want}` });
  });
}

const waiting = claim({ storageClassName: 'later' });
const placements: readonly { name: string; objects: Partial<WorldObjects>; want: Record<string, string> }[] = [
  {
    name: 'a bound volume is where it is',
    objects: {
      persistentVolumeClaims: [claim({ volumeName: 'v' }, { annotations: bound })],
      persistentVolumes: [volume('v', inZone('a'))],
    },
    want: { a: 'fits', b: "UaU node(s) didn't match PersistentVolume's node affinity" },
  },
  { name: 'a driver makes one anywhere', objects: { persistentVolumeClaims: [waiting] }, want: fits },
  {
    name: 'or where its class allows',
    objects: {
      persistentVolumeClaims: [waiting],
      storageClasses: [{ ...later, allowedTopologies: [{ matchLabelExpressions: [{ key: zone, values: ['b'] }] }] }],
    },
    want: { a: noVolume, b: 'fits' },
  },
  {
    name: 'where none is made one must be free',
    objects: {
      persistentVolumeClaims: [claim({ storageClassName: 'local' })],
      persistentVolumes: [volume('v', { storageClassName: 'local', ...inZone('b') })],
    },
    want: { a: noVolume, b: 'fits' },
  },
  {
    name: 'and great enough',
    objects: {
      persistentVolumeClaims: [claim({ storageClassName: 'local', resources: { requests: { storage: '6Gi' } } })],
      persistentVolumes: [volume('v', { storageClassName: 'local' })],
    },
    want: { a: noVolume, b: noVolume },
  },
  {
    name: 'a volume kept for the claim goes before all, and is where it is',
    objects: {
      persistentVolumeClaims: [claim({ storageClassName: 'local' })],
      persistentVolumes: [
        volume('free', { storageClassName: 'local' }),
        volume('kept', { storageClassName: 'local', claimRef: { namespace: 'default', name: 'c' }, ...inZone('b') }),
      ],
    },
    want: { a: noVolume, b: 'fits' },
  },
  {
    name: 'a node once chosen stays chosen',
    objects: {
      persistentVolumeClaims: [
        claim({ storageClassName: 'later' }, { annotations: { 'volume.kubernetes.io/selected-node': 'b' } }),
      ],
    },
    want: { a: noVolume, b: 'fits' },
  },
];
for (const { name, objects, want } of placements) {
  test(`VolumeBinding: ${name}`, () => {
    expect(answers(uses('c'), { nodes, storageClasses, ...objects })).toEqual(want);
  });
}

const rooms = (...capacities: readonly string[]): Partial<WorldObjects> => ({
  nodes,
  storageClasses,
  persistentVolumeClaims: [waiting],
  csiDrivers: [{ metadata: { name: 'disk.example.com', uid: 'd' }, spec: { storageCapacity: true } }],
  csiStorageCapacities: capacities.map((capacity, index) => ({
    metadata: { name: `room${index}`, uid: `room${index}` },
    storageClassName: 'later',
    nodeTopology: { matchLabels: { [zone]: 'ab'[index]! } },
    capacity,
  })),
});

test('VolumeBinding: a driver that tells its room is believed', () => {
  expect(answers(uses('c'), rooms('10Gi', '2Gi'))).toEqual({ a: 'fits', b: noSpace });
});

test("VolumeBinding's score: the emptier the better, since 1.37", () => {
  expect(scoresOf('VolumeBinding', uses('c'), rooms('10Gi', '4Gi'))).toBe('70→70 25→25');
  expect(scoresOf('VolumeBinding', uses('c'), rooms('10Gi', '4Gi'), { dialect: '1.36' })).toBe('skipped');
});

const zoned = [
  { name: 'one zone', labels: { [zone]: 'a' }, want: { a: 'fits', b: 'UaU node(s) had no available volume zone' } },
  { name: 'one of two zones', labels: { [zone]: 'a__b' }, want: fits },
  {
    name: 'the old key means the new',
    labels: { 'failure-domain.beta.kubernetes.io/zone': 'b' },
    want: { a: 'UaU node(s) had no available volume zone', b: 'fits' },
  },
];
for (const { name, labels, want } of zoned) {
  test(`VolumeZone: ${name}`, () => {
    const persistentVolumeClaims = [claim({ volumeName: 'v' }, { annotations: bound })];
    const bare = aNode('bare');
    const objects = { nodes: [...nodes, bare], persistentVolumeClaims, persistentVolumes: [volume('v', {}, labels)] };
    expect(answers(uses('c'), objects)).toEqual({ ...want, bare: 'fits' });
  });
}

const disk = (readOnly: boolean): Volume => ({ name: 'd', gcePersistentDisk: { pdName: 'd', readOnly } });
const onNode = (pod: Pod, nodeName: string): Pod => ({
  metadata: { ...pod.metadata, name: `on-${nodeName}`, uid: `on-${nodeName}` },
  spec: { ...pod.spec, nodeName },
});
const rbd = (...monitors: readonly string[]): Volume => ({ name: 'd', rbd: { monitors, image: 'i', pool: 'p' } });

const disks = [
  { name: 'a disk twice', used: disk(false), wanted: disk(true), want: 'U node(s) had no available disk' },
  { name: 'a disk that both only read', used: disk(true), wanted: disk(true), want: 'fits' },
  {
    name: 'an image by a monitor of both',
    used: rbd('m', 'n'),
    wanted: rbd('n', 'o'),
    want: 'U node(s) had no available disk',
  },
  { name: 'an image by other monitors', used: rbd('m'), wanted: rbd('o'), want: 'fits' },
];
for (const { name, used, wanted, want } of disks) {
  test(`VolumeRestrictions: ${name}`, () => {
    expect(answers(withVolumes(wanted), { nodes, pods: [onNode(withVolumes(used), 'a')] })).toEqual({
      a: want,
      b: 'fits',
    });
  });
}

test('A33: a claim for one pod alone is in use everywhere', () => {
  const objects = {
    nodes,
    persistentVolumeClaims: [claim({ accessModes: ['ReadWriteOncePod'], volumeName: 'v' }, { annotations: bound })],
    persistentVolumes: [volume('v')],
  };
  const inUse =
    'U node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';
  expect(answers(uses('c'), { ...objects, pods: [onNode(uses('c'), 'a')] })).toEqual({ a: inUse, b: inUse });
  expect(answers(uses('c'), objects)).toEqual(fits);
  // the plugin is skipped where nobody uses it yet, and never hears of a pod that is expected
  const expected = {
    ...uses('c'),
    metadata: { name: 'e', namespace: 'default', uid: 'e' },
    status: { nominatedNodeName: 'a' },
  };
  expect(answers(uses('c'), { ...objects, pods: [expected] })).toEqual(fits);
});

/** A driver that attaches one volume to node a, claims c and e bound to volumes of its own, and what is attached. */
function attachedOnce(pods: readonly Pod[], ...attached: readonly string[]): Partial<WorldObjects> {
  const csi = (volumeHandle: string): PersistentVolume['spec'] => ({
    csi: { driver: 'net.example.com', volumeHandle },
  });
  return {
    nodes,
    pods,
    persistentVolumeClaims: ['c', 'e'].map((name) => claim({ volumeName: `v${name}` }, { name, annotations: bound })),
    persistentVolumes: ['c', 'e'].map((name) => volume(`v${name}`, csi(`h${name}`))),
    csiNodes: [
      {
        metadata: { name: 'a', uid: 'a' },
        spec: { drivers: [{ name: 'net.example.com', allocatable: { count: 1 } }] },
      },
    ],
    volumeAttachments: attached.map((persistentVolumeName) => ({
      metadata: { name: persistentVolumeName, uid: persistentVolumeName },
      spec: { attacher: 'net.example.com', nodeName: 'a', source: { persistentVolumeName } },
    })),
  };
}

const full = { a: 'U node(s) exceed max volume count', b: 'fits' };
const limits = [
  { name: 'room for one', objects: attachedOnce([]), want: fits },
  { name: 'another volume is in its place', objects: attachedOnce([onNode(uses('e'), 'a')]), want: full },
  { name: 'the same volume is there already', objects: attachedOnce([onNode(uses('c'), 'a')]), want: fits },
  { name: 'another is still attached', objects: attachedOnce([], 've'), want: full },
  { name: 'the same, attached but unused, counts twice', objects: attachedOnce([], 'vc'), want: full },
];
for (const { name, objects, want } of limits) {
  test(`NodeVolumeLimits: ${name}`, () => expect(answers(uses('c'), objects)).toEqual(want));
}

test('NodeVolumeLimits: a driver may ask that pods wait for it, since 1.37', () => {
  const csiDrivers = [
    { metadata: { name: 'net.example.com', uid: 'd' }, spec: { preventPodSchedulingIfMissing: true } },
  ];
  const objects = { ...attachedOnce([]), csiDrivers };
  expect(answers(uses('c'), objects)).toEqual({
    a: 'fits',
    b: 'U net.example.com CSI driver is not installed on the node',
  });
  expect(answers(uses('c'), objects, { dialect: '1.36' })).toEqual(fits);
});
