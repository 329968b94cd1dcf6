import { expect, test } from 'vitest';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { judged, scored } from '#test/scheduling/judged.ts';

const zone = 'topology.kubernetes.io/zone';
const nodes = [aNode('a', { labels: { [zone]: 'a' } }), aNode('b', { labels: { [zone]: 'b' } })];
const pod = aPod('p', { spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] } });
const claim = (otherwise: object = {}) => ({
  metadata: { name: 'c', namespace: 'blue', uid: 'c' },
  spec: { storageClassName: 'late', resources: { requests: { storage: '3Gi' } }, ...otherwise },
});
const late = {
  metadata: { name: 'late', uid: 'late' },
  provisioner: 'csi',
  volumeBindingMode: 'WaitForFirstConsumer' as const,
};
const csiDrivers = [{ metadata: { name: 'csi', uid: 'csi' }, spec: { storageCapacity: true } }];
const room = (inZone: string, capacity: string) => ({
  metadata: { name: inZone, namespace: 'kube-system', uid: inZone },
  storageClassName: 'late',
  nodeTopology: { matchLabels: { [zone]: inZone } },
  capacity,
});

test('a claim that waits for a node needs room there', () => {
  const situation = { nodes, persistentVolumeClaims: [claim()], storageClasses: [late], csiDrivers };
  const found = judged({ ...situation, csiStorageCapacities: [room('a', '10Gi'), room('b', '1Gi')] }, pod);
  expect(found).toEqual({ a: 'fits', b: 'node(s) did not have enough free storage' });
});

test('the emptier the storage will be, the better', () => {
  const situation = { nodes, persistentVolumeClaims: [claim()], storageClasses: [late], csiDrivers };
  const found = scored(
    { ...situation, csiStorageCapacities: [room('a', '10Gi'), room('b', '4Gi')] },
    pod,
    'VolumeBinding',
  );
  expect(found).toEqual({ a: 70, b: 25 });
});

test('a claim that should be bound by now is waited for', () => {
  const found = judged({ nodes, persistentVolumeClaims: [claim({ storageClassName: 'none' })] }, pod);
  expect(found).toEqual({ '*': 'pod has unbound immediate PersistentVolumeClaims' });
});
