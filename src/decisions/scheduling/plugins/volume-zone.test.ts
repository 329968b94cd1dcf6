import { expect, test } from 'vitest';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { judged } from '#test/scheduling/judged.ts';

const zone = 'topology.kubernetes.io/zone';
const nodes = [aNode('a', { labels: { [zone]: 'a' } }), aNode('c', { labels: { [zone]: 'c' } }), aNode('nowhere')];

test('a volume in two zones keeps its pod in one of them; a node that says nothing is in all', () => {
  const metadata = {
    name: 'c',
    namespace: 'blue',
    uid: 'c',
    annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
  };
  const situation = {
    nodes,
    persistentVolumes: [{ metadata: { name: 'v', uid: 'v', labels: { [zone]: 'a__b' } }, spec: {} }],
    persistentVolumeClaims: [{ metadata, spec: { volumeName: 'v' } }],
  };
  const pod = aPod('p', { spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] } });
  expect(judged(situation, pod)).toEqual({ a: 'fits', c: 'node(s) had no available volume zone', nowhere: 'fits' });
});
