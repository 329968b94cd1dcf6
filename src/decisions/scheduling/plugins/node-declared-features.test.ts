import { expect, test } from 'vitest';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { judged } from '#test/scheduling/judged.ts';

const nodes = [
  aNode('old'),
  { ...aNode('new'), status: { ...aNode('new').status, declaredFeatures: ['UserNamespacesHostNetworkSupport'] } },
];

test('what a pod needs of the software of nodes, a node must declare', () => {
  const pod = aPod('p', { spec: { hostNetwork: true, hostUsers: false } });
  expect(judged({ nodes }, pod)).toEqual({ old: "node(s) didn't match Pod's required features", new: 'fits' });
  expect(judged({ nodes, dialect: '1.35' }, pod)).toEqual({ old: 'fits', new: 'fits' });
});
