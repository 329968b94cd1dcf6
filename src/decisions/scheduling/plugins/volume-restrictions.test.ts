import { expect, test } from 'vitest';
import { aNode, aPod, placedPod } from '#test/scheduling/build-world.ts';
import { judged } from '#test/scheduling/judged.ts';

const mounting = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] };
const claim = (accessMode: 'ReadWriteOncePod' | 'ReadWriteOnce') => ({
  metadata: { name: 'c', namespace: 'blue', uid: 'c', annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
  spec: { accessModes: [accessMode], volumeName: 'v' },
});
const persistentVolumes = [{ metadata: { name: 'v', uid: 'v' }, spec: {} }];
const nodes = [aNode('a'), aNode('b')];

test('a claim for one pod keeps others off everywhere while a pod has it', () => {
  const pods = [placedPod('holder', 'a', { spec: mounting })];
  const held =
    'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';
  const situation = { nodes, pods, persistentVolumes, persistentVolumeClaims: [claim('ReadWriteOncePod')] };
  expect(judged(situation, aPod('p', { spec: mounting }))).toEqual({ a: held, b: held });
  expect(
    judged({ ...situation, persistentVolumeClaims: [claim('ReadWriteOnce')] }, aPod('p', { spec: mounting })),
  ).toEqual({ a: 'fits', b: 'fits' });
});

test('a claim that is not there ends it before any node is asked', () => {
  expect(judged({ nodes }, aPod('p', { spec: mounting }))).toEqual({ '*': 'persistentvolumeclaim "c" not found' });
});

test('a disk is on one node once, unless all only read it', () => {
  const disk = (readOnly: boolean) => ({ volumes: [{ name: 'd', gcePersistentDisk: { pdName: 'd', readOnly } }] });
  const pods = [placedPod('holder', 'a', { spec: disk(true) })];
  expect(judged({ nodes, pods }, aPod('p', { spec: disk(false) }))).toEqual({
    a: 'node(s) had no available disk',
    b: 'fits',
  });
  expect(judged({ nodes, pods }, aPod('p', { spec: disk(true) }))).toEqual({ a: 'fits', b: 'fits' });
});
