import { expect, test } from 'vitest';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { judged, scored } from '#test/scheduling/judged.ts';

const tainted = (name: string, ...effects: ('NoSchedule' | 'PreferNoSchedule')[]) =>
  aNode(name, { spec: { taints: effects.map((effect, at) => ({ key: `k${at}`, value: 'v', effect })) } });

test('a taint that is not tolerated keeps off, and up to 1.34 is named', () => {
  const nodes = [aNode('plain'), tainted('tainted', 'NoSchedule')];
  expect(judged({ nodes }, aPod('p'))['tainted']).toBe('node(s) had untolerated taint(s)');
  expect(judged({ nodes, dialect: '1.34' }, aPod('p'))['tainted']).toBe('node(s) had untolerated taint {k0: v}');
});

test('fewer taints that would rather not have the pod are better: A15', () => {
  const nodes = [
    tainted('two', 'PreferNoSchedule', 'PreferNoSchedule'),
    tainted('one', 'PreferNoSchedule'),
    aNode('none'),
  ];
  expect(scored({ nodes }, aPod('p'), 'TaintToleration')).toEqual({ two: 0, one: 50, none: 100 });
});
