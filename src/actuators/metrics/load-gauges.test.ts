import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { aNode, aPass, aStore, NOW } from '#test/support/a-load.ts';
import { loadGauges } from './load-gauges.ts';

async function seriesOf(registry: Registry, name: string): Promise<readonly string[]> {
  const page = await registry.metrics();
  return page.split('\n').filter((line) => line.startsWith(name));
}

test('what is known has a series; what is unknown, and a node that is gone, has none', async () => {
  const store = aStore();
  const registry = new Registry();
  loadGauges(registry, () => store.view(NOW));
  const nodes = [aNode('a'), aNode('b')];
  for (const ago of [60_000, 30_000, 0]) {
    store.take(aPass(NOW - ago, nodes, { cpu: { a: 0.9, b: 0.3 }, memory: { a: 0.5, b: 'NaN' } }));
  }
  expect(await seriesOf(registry, 'plimsoll_node_load')).toEqual([
    'plimsoll_node_load{node="a",signal="cpu"} 0.9',
    'plimsoll_node_load{node="a",signal="memory"} 0.5',
    'plimsoll_node_load{node="b",signal="cpu"} 0.3',
  ]);
  expect(await seriesOf(registry, 'plimsoll_node_overloaded')).toEqual([
    'plimsoll_node_overloaded{node="a"} 1',
    'plimsoll_node_overloaded{node="b"} 0',
  ]);
  expect(await seriesOf(registry, 'plimsoll_signal_unknown_nodes')).toContain(
    'plimsoll_signal_unknown_nodes{signal="memory",reason="not-a-number"} 1',
  );
  expect(await seriesOf(registry, 'plimsoll_coverage_ratio')).toEqual(['plimsoll_coverage_ratio 0.5']);

  store.forget('uid-of-a');
  expect(await seriesOf(registry, 'plimsoll_node_load')).toEqual(['plimsoll_node_load{node="b",signal="cpu"} 0.3']);
  expect(await seriesOf(registry, 'plimsoll_node_overloaded')).toEqual(['plimsoll_node_overloaded{node="b"} 0']);
});
