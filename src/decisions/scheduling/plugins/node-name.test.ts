import { expect, test } from 'vitest';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { judged } from '#test/scheduling/judged.ts';

const nodes = [aNode('a'), aNode('b')];
const wantsB = aPod('p', { spec: { nodeName: 'b' } });

test('a node that the spec names leaves the others out', () => {
  expect(judged({ nodes }, wantsB)).toEqual({ a: "node(s) didn't satisfy plugin(s) [NodeName]", b: 'fits' });
});

test('before 1.37 the others are asked, and refuse', () => {
  const refused = "node(s) didn't match the requested node name";
  expect(judged({ nodes, dialect: '1.36' }, wantsB)).toEqual({ a: refused, b: 'fits' });
});
