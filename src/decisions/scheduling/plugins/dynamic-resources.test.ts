import { expect, test } from 'vitest';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { judged } from '#test/scheduling/judged.ts';

test('of a pod that claims devices nobody here can say', () => {
  const pod = aPod('p', { spec: { resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }] } });
  expect(judged({ nodes: [aNode('n')] }, pod)).toEqual({ n: 'unknown' });
});
