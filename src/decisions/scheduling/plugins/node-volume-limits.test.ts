import { expect, test } from 'vitest';
import { aNode, aPod, placedPod } from '#test/scheduling/build-world.ts';
import { judged } from '#test/scheduling/judged.ts';

const csiNodes = [
  { metadata: { name: 'a', uid: 'a' }, spec: { drivers: [{ name: 'csi', allocatable: { count: 1 } }] } },
];
const bound = (name: string) => ({
  metadata: { name, namespace: 'blue', uid: name, annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
  spec: { volumeName: name },
});
const volume = (name: string) => ({
  metadata: { name, uid: name },
  spec: { csi: { driver: 'csi', volumeHandle: name } },
});
const mounting = (claimName: string) => ({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] });
const situation = {
  nodes: [aNode('a'), aNode('b')],
  csiNodes,
  persistentVolumeClaims: ['x', 'y'].map(bound),
  persistentVolumes: ['x', 'y'].map(volume),
};

test('one volume more than a driver attaches is too many; one that is used there already is no more', () => {
  const pods = [placedPod('holder', 'a', { spec: mounting('x') })];
  const full = { a: 'node(s) exceed max volume count', b: 'fits' };
  expect(judged({ ...situation, pods }, aPod('p', { spec: mounting('y') }))).toEqual(full);
  expect(judged({ ...situation, pods }, aPod('p', { spec: mounting('x') }))).toEqual({ a: 'fits', b: 'fits' });
});

test('what is attached still counts, though nobody uses it', () => {
  const source = { persistentVolumeName: 'x' };
  const volumeAttachments = [{ metadata: { name: 'va', uid: 'va' }, spec: { attacher: 'csi', nodeName: 'a', source } }];
  const found = judged({ ...situation, volumeAttachments }, aPod('p', { spec: mounting('y') }));
  expect(found['a']).toBe('node(s) exceed max volume count');
});
