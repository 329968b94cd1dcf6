import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { failedSignal, type GatheredSignal, gatherSignal } from './gather-signal.ts';
import type { LiveNode } from '#load/live-node.ts';
import { nodeIndexOf } from './node-index.ts';
import type { RawSeries } from '#load/sample.ts';
import type { DuplicateRule, SignalSpec, Unit } from '#load/signals/signal.ts';
import { unknownReasons } from '#load/unknown-reason.ts';
import { aNode, aSignal, NOW } from '#test/support/a-load.ts';

const judging = { now: NOW, freshForMs: 300_000, skewMs: 30_000 };
const cpu = aSignal('cpu');

function series(node: string, value: string | number, ageMs = 0, windowMs?: number): RawSeries {
  const raw = { labels: { node }, value, takenAt: NOW - ageMs };
  return windowMs === undefined ? raw : { ...raw, windowMs };
}

function gather(
  nodes: readonly LiveNode[],
  all: readonly RawSeries[],
  signal: SignalSpec = cpu,
  unit?: Unit,
): GatheredSignal {
  const answer = { signal, source: 'prometheus', series: all, ...(unit === undefined ? {} : { unit }) };
  return gatherSignal(answer, nodeIndexOf(nodes), judging);
}

/** Value, or why there is none, node by node. */
function told({ values, why }: GatheredSignal): readonly (number | string)[] {
  return [...values].map((value, row) => (Number.isNaN(value) ? unknownReasons[why[row]!]! : value));
}

const three = [aNode('a'), aNode('b'), aNode('c')];

const cases = [
  {
    name: 'trap 1: a node absent from the answer is unknown, the others are not',
    all: [series('a', '0.4'), series('b', '0.5')],
    want: [0.4, 0.5, 'absent'],
  },
  { name: 'A-10: what a partial answer holds is taken', all: [series('a', '0.4')], want: [0.4, 'absent', 'absent'] },
  { name: 'A-04: an empty answer makes nobody idle', all: [], want: ['absent', 'absent', 'absent'] },
  {
    name: 'A-04: one bad sample harms one node',
    all: [series('a', '0.4'), series('b', '0.5'), series('c', 'abc')],
    want: [0.4, 0.5, 'malformed'],
  },
  {
    name: 'A-06: each bad number is refused for what it is',
    all: [series('a', '+Inf'), series('b', '1e-1'), series('c', '')],
    want: ['infinite', 0.1, 'empty'],
  },
  {
    name: 'trap 4: a sample too old is refused, whenever it is read',
    all: [series('a', '0.4', 300_001)],
    want: ['too-old', 'absent', 'absent'],
  },
  {
    name: 'trap 4: a sample from the future is refused',
    all: [series('a', '0.4', -31_000)],
    want: ['from-the-future', 'absent', 'absent'],
  },
  {
    name: 'trap 8: one value out of range is an error of its node',
    all: [series('a', '63'), series('b', '0.5'), series('c', '0.6')],
    want: ['out-of-range', 0.5, 0.6],
  },
  {
    name: 'trap 8: where most are out of range no value is believed',
    all: [series('a', '63'), series('b', '41'), series('c', '0.9')],
    want: ['out-of-range', 'out-of-range', 'unit-suspect'],
  },
  {
    name: 'a good series outweighs a bad one of the same node',
    all: [series('a', 'NaN'), series('a', '0.4'), series('a', '-1')],
    want: [0.4, 'absent', 'absent'],
  },
];
for (const { name, all, want } of cases) {
  test(name, () => expect(told(gather(three, all))).toEqual(want));
}

test('what was refused is counted by reason, and the rest by how it was mapped', () => {
  const all = [series('a', '0.4'), series('a', 'NaN'), series('b', 'NaN'), series('b', '63'), series('z', '0.1')];
  const { counts } = gather(three, [...all, { labels: {}, value: '1', takenAt: NOW }]);
  expect(counts).toMatchObject({
    series: 6,
    mapped: { 'node-label': 4 },
    unmapped: { 'no-such-node': 1, 'no-label': 1 },
    refused: { 'not-a-number': 2, 'out-of-range': 1 },
    hint: '63 looks like a percent: declare the unit percent, or divide by 100 in the query',
  });
  expect(counts.strangers.map(({ labels }) => labels)).toEqual([{ node: 'z' }, {}]);
});

test('A-13: a node that is not ready or not schedulable is measured like any other', () => {
  const unready = aNode('n3', { ready: false });
  const { values } = gather([unready], [series('n3', 15 * 2 ** 30)], aSignal('memory'), 'bytes');
  expect(values[0]).toBeCloseTo(0.938, 3);
});

test('trap 6: nodes that share an address are unknown, with the reason', () => {
  const shared = [aNode('a', { addresses: ['10.0.0.1'] }), aNode('b', { addresses: ['10.0.0.1'] }), aNode('c')];
  const all = [{ labels: { instance: '10.0.0.1:9100' }, value: '0.9', takenAt: NOW }, series('c', '0.5')];
  expect(told(gather(shared, all))).toEqual(['ambiguous', 'ambiguous', 0.5]);
});

test('A-03: the three ways of labelling live side by side', () => {
  const nodes = [
    aNode('worker-a', { addresses: ['10.0.0.11'] }),
    aNode('worker-b', { addresses: ['10.0.0.12'] }),
    aNode('worker-c', { addresses: ['10.0.0.13'] }),
  ];
  const all = [
    { labels: { node: 'worker-a', instance: '10.244.3.7:9100' }, value: '0.30', takenAt: NOW },
    { labels: { instance: 'worker-b' }, value: '0.50', takenAt: NOW },
    { labels: { node: 'worker-zz', instance: '10.0.0.13:9100' }, value: '0.70', takenAt: NOW },
  ];
  expect(told(gather(nodes, all))).toEqual([0.3, 0.5, 0.7]);
});

test('A-09: a store that holds every series twice doubles nothing', () => {
  const twice = (value: string): RawSeries[] =>
    ['a', 'b'].map((replica) => ({ labels: { node: 'a', prometheus_replica: replica }, value, takenAt: NOW }));
  expect(told(gather([aNode('a')], twice('12'), aSignal('load')))).toEqual([1.5]);
  expect(told(gather([aNode('a')], [series('a', '0.81'), series('a', '0.83')]))).toEqual([0.83]);
});

const old = series('a', '0.20', 240_000);
const young = series('a', '0.85');
const duplicates: readonly {
  readonly rule: DuplicateRule;
  readonly want: number | string;
  readonly takenAt: number;
}[] = [
  { rule: 'newest', want: 0.85, takenAt: NOW },
  { rule: 'max', want: 0.85, takenAt: NOW },
  { rule: 'min', want: 0.2, takenAt: NOW - 240_000 },
  { rule: 'mean', want: (0.2 + 0.85) / 2, takenAt: NOW - 240_000 },
  { rule: 'refuse', want: 'ambiguous', takenAt: Number.NaN },
];
for (const { rule, want, takenAt } of duplicates) {
  test(`A-08, trap 7: of two series ${rule} makes ${want}, in any order`, () => {
    for (const all of [
      [old, young],
      [young, old],
    ]) {
      const made = gather([aNode('a')], all, { ...cpu, duplicates: rule });
      expect([told(made)[0], made.takenAt[0]]).toEqual([want, takenAt]);
    }
  });
}

test('the same sample twice contradicts nothing', () => {
  expect(told(gather([aNode('a')], [young, young], { ...cpu, duplicates: 'refuse' }))).toEqual([0.85]);
});

test('a mean is the same to the last bit in any order', () => {
  const all = ['0.1', '0.2', '0.3'].map((value) => series('a', value));
  const mean = { ...cpu, duplicates: 'mean' } as const;
  expect(gather([aNode('a')], all, mean).values).toEqual(gather([aNode('a')], all.toReversed(), mean).values);
});

test('the order of series never matters', () => {
  const one = fc.record({
    node: fc.constantFrom('a', 'b', 'c', 'z'),
    value: fc.oneof(fc.double({ min: 0, max: 1.5, noNaN: true }), fc.constantFrom('NaN', '', '63', '-1', '+Inf')),
    ageMs: fc.constantFrom(0, 1000, 30_000, 400_000, -60_000),
    windowMs: fc.option(fc.constantFrom(60_000, 120_000), { nil: undefined }),
  });
  const shuffled = fc
    .array(one, { maxLength: 20 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  const rules = fc.constantFrom<DuplicateRule>('newest', 'max', 'min', 'mean', 'refuse');
  fc.assert(
    fc.property(shuffled, rules, ([all, others], rule) => {
      const seen = (order: typeof all): unknown => {
        const raw = order.map(({ node, value, ageMs, windowMs }) => series(node, value, ageMs, windowMs));
        const { counts, ...columns } = gather(three, raw, { ...cpu, duplicates: rule });
        return { ...columns, refused: counts.refused, mapped: counts.mapped, unmapped: counts.unmapped };
      };
      expect(seen(others)).toEqual(seen(all));
    }),
  );
});

test('trap 2: a source that cannot be asked says nothing about anybody, and why', () => {
  expect(told(failedSignal(cpu, 'prometheus', nodeIndexOf(three)))).toEqual([
    'query-failed',
    'query-failed',
    'query-failed',
  ]);
});
