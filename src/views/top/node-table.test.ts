import { expect, test } from 'vitest';
import { aNode, aPass, aStore, NOW } from '#test/support/a-load.ts';
import { type NodeLoad, nodeRows } from './node-rows.ts';
import { nodeTable, verdictWord } from './node-table.ts';
import { nodeTotals, totalsText } from './node-totals.ts';

const GI = 2 ** 30;
const nodes = ['n1', 'n2', 'n3', 'n4'].map((name) => aNode(name));
const facts = new Map(nodes.map((node) => [node.name, node]));
const requests = new Map([['n1', { pods: 3, requested: { cpuCores: 3, memoryBytes: 3 * GI } }]]);

/** n1 idles, n2 is hot, n3 is seen a little, n4 not at all. */
function rows(samples: number, asked: readonly string[] = ['cpu', 'memory', 'load']): readonly NodeLoad[] {
  const store = aStore();
  for (let sample = samples - 1; sample >= 0; sample--) {
    store.take(
      aPass(NOW - sample * 30_000 - 5000, nodes, {
        cpu: { n1: 0.25, n2: 0.93, n3: 0.5 },
        memory: { n1: 0.5, n2: 0.4 },
        load: { n1: 0.3, n2: 1.1 },
      }),
    );
  }
  return nodeRows({ view: store.view(NOW), facts, requests, signals: asked });
}

test('trap 13: hot ones come first, what is not known comes last, and is never 0', () => {
  expect(nodeTable(rows(5))).toBe(
    [
      'NAME   VERDICT   CPU(cores)      CPU(%)   CPU REQ(%)   MEMORY(bytes)   MEMORY(%)   MEM REQ(%)        LOAD   PODS         AGE   SOURCE',
      'n2     hot            7440m         93%           0%          6554Mi         40%           0%        1.10      0          5s   prometheus',
      'n1     cool           2000m         25%          40%          8192Mi         50%          20%        0.30      3          5s   prometheus',
      'n3     cool           4000m         50%           0%       <unknown>   <unknown>           0%   <unknown>      0          5s   prometheus',
      'n4     unknown    <unknown>   <unknown>           0%       <unknown>   <unknown>           0%   <unknown>      0   <unknown>   <unknown>',
      '',
    ].join('\n'),
  );
});

test('wide says why: what made a node hot, and why something is not known', () => {
  const why = new Map(rows(5).map((row) => [row.name, row.why]));
  expect(why.get('n2')).toEqual(['cpu 0.93: 5 of the last 5 samples above 0.80']);
  expect(why.get('n1')).toEqual([]);
  expect(why.get('n3')).toEqual([
    'memory: the source answered without this node',
    'load: the source answered without this node',
  ]);
});

test('a signal that nobody was asked for is not spoken of', () => {
  expect(rows(5, ['cpu', 'memory'])[0]!.signals.map(({ signal }) => signal)).toEqual(['cpu', 'memory']);
  expect(nodeTable(rows(5, ['cpu', 'memory']), 'wide')).not.toContain('LOAD');
});

test('one sample is no verdict: it leans', () => {
  const [first, ...others] = rows(1);
  expect(first).toMatchObject({ name: 'n2', verdict: 'unknown', leaning: 'hot' });
  expect([first!, ...others].map(verdictWord)).toEqual(['hot?', 'cool?', 'cool?', 'unknown']);
});

test('requests are unknown where pods may not be listed', () => {
  const view = aStore().view(NOW);
  expect(view.rows).toEqual([]);
  const store = aStore();
  store.take(aPass(NOW, nodes, { cpu: { n1: 0.25 }, memory: { n1: 0.5 } }));
  const [row] = nodeRows({ view: store.view(NOW), facts, requests: undefined, signals: ['cpu', 'memory'] });
  expect(row).toMatchObject({ name: 'n1', pods: null, requested: { cpuCores: null }, used: { cpuCores: 2 } });
});

test('totals are summed over what is known, and say over how much', () => {
  const totals = nodeTotals(rows(5));
  expect(totals).toMatchObject({ nodes: 4, hot: 1, cool: 2, unknown: 1, cpu: { known: 3, requested: 3 } });
  expect(totalsText(totals)).toBe(
    '4 nodes: 1 hot, 2 cool, 1 unknown. CPU 56% used (on 3 nodes), 10% requested; memory 45% used (on 2 nodes), 5% requested.\n',
  );
});
