import { expect, test } from 'vitest';
import { aNode, aPod, placedPod } from '#test/scheduling/build-world.ts';
import { scored } from '#test/scheduling/judged.ts';

const nodes = [aNode('n', { allocatable: { cpu: '4', memory: '8Gi' } }), aNode('other')];
const pods = [placedPod('q', 'n', { requests: { cpu: '1', memory: '4Gi' } })];
const plugin = 'NodeResourcesBalancedAllocation';

const cases = [
  { name: 'a gap that closes: A12', asks: { cpu: '1' }, old: 100, now: 81 },
  { name: 'a gap that widens: A13', asks: { memory: '2Gi' }, old: 75, now: 69 },
];
for (const { name, asks, old, now } of cases) {
  test(name, () => {
    const pod = aPod('p', { requests: asks });
    expect(scored({ nodes, pods, dialect: '1.35' }, pod, plugin)['n']).toBe(old);
    expect(scored({ nodes, pods }, pod, plugin)['n']).toBe(now);
  });
}

test('a pod that asks for neither is not drawn to any node', () => {
  expect(scored({ nodes, pods }, aPod('p'), plugin)).toEqual({});
});
