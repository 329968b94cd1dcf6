import { expect, test } from 'vitest';
import { verdictChanges } from '#load/verdict-changes.ts';
import { aNode, aPass, aStore, NOW } from '#test/support/a-load.ts';

test('a change of verdict is told once, by uid, also where rows are others', () => {
  const store = aStore();
  const nodes = [aNode('a'), aNode('b')];
  const before = store.view(NOW);
  for (const ago of [2, 1, 0]) store.take(aPass(NOW - ago * 30_000, nodes, { cpu: { a: 0.9, b: 0.3 } }));
  const between = store.view(NOW);
  const told = verdictChanges(before, between).map(({ node, from, to }) => [node.name, from, to]);
  expect(told).toEqual([
    ['a', 'unknown', 'hot'],
    ['b', 'unknown', 'cool'],
  ]);
  store.forget('uid-of-a');
  store.take(aPass(NOW, [aNode('c'), nodes[1]!], {}));
  expect(verdictChanges(between, store.view(NOW))).toEqual([]);
});
