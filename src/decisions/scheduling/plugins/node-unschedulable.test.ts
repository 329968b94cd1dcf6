import { expect, test } from 'vitest';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { judged } from '#test/scheduling/judged.ts';

const nodes = [aNode('open'), aNode('cordoned', { spec: { unschedulable: true } })];

test('a cordoned node takes nobody', () => {
  expect(judged({ nodes }, aPod('p'))).toEqual({ open: 'fits', cordoned: 'node(s) were unschedulable' });
});

test('but who tolerates being there', () => {
  const tolerations = [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists' as const }];
  expect(judged({ nodes }, aPod('p', { spec: { tolerations } }))).toEqual({ open: 'fits', cordoned: 'fits' });
});
