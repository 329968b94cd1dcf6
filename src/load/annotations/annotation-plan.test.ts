import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { annotationsDefaults, type AnnotationsOptions } from '#load/annotation-options.ts';
import { type AnnotationPlan, type AnnotationWrite, planAnnotations, type PublishedNode } from './annotation-plan.ts';
import type { LiveNode } from '#load/live-node.ts';
import type { LoadStore } from '#load/load-store.ts';
import { aNode, aPass, aStore, NOW, type Values } from '#test/support/a-load.ts';

const SECOND = 1000;
const n1 = aNode('n1');
const n2 = aNode('n2');

type OfSignals = Readonly<Record<string, Values>>;

/** Three passes of the same values, the last one at `at`: enough for a verdict. */
function thrice(store: LoadStore, values: OfSignals, at = NOW, nodes: readonly LiveNode[] = [n1, n2]): void {
  for (const ago of [60, 30, 0]) store.take(aPass(at - ago * SECOND, nodes, values));
}

type Written = ReadonlyMap<string, PublishedNode>;

function plan(
  store: LoadStore,
  written: Written = new Map(),
  now = NOW,
  otherwise: Partial<AnnotationsOptions> & { lastWriteAt?: number; untilMs?: number } = {},
): AnnotationPlan {
  const { lastWriteAt, untilMs = 30 * SECOND, ...options } = otherwise;
  const past = { published: written, ...(lastWriteAt === undefined ? {} : { lastWriteAt }) };
  return planAnnotations(store.view(now), past, { ...annotationsDefaults, ...options, untilMs });
}

/** What nodes hold after these writes. */
function after(...writes: readonly AnnotationWrite[]): Written {
  return new Map(writes.map(({ node, set, at }) => [node.uid, { texts: set, writtenAt: at }]));
}

function only(plan: AnnotationPlan): AnnotationWrite {
  expect(plan.writes).toHaveLength(1);
  return plan.writes[0]!;
}

const FOUR = { cpu: { n1: 0.8531 }, memory: { n1: 0.6 }, load: { n1: 1.42 }, latency: { n1: 212.04 } };

test('A-01: everything known is written, in the format promised', () => {
  const store = aStore();
  thrice(store, FOUR);
  expect(only(plan(store))).toEqual({
    node: { name: 'n1', uid: n1.uid },
    at: NOW,
    because: 'hot',
    set: {
      'metrics.cpu': '0.853',
      'metrics.memory': '0.600',
      'metrics.load': '1.420',
      'metrics.latency': '212.0',
      'metrics.overloaded': 'true',
      'metrics.last-updated': '2026-11-30T10:00:00Z',
    },
    remove: [],
  });
});

test('A-04, A-05: what is unknown is no key: no NaN, no zero', () => {
  const store = aStore();
  thrice(store, { cpu: { n1: 0.35 }, memory: { n1: 0.4 }, load: { n1: 0.5 }, latency: { n1: 'NaN' } });
  const { set } = only(plan(store));
  expect(set).toMatchObject({ 'metrics.cpu': '0.350', 'metrics.overloaded': 'false' });
  expect(Object.keys(set)).not.toContain('metrics.latency');
});

test('a verdict that is not reached yet is no key', () => {
  const store = aStore();
  store.take(aPass(NOW, [n1], { cpu: { n1: 0.93 } }));
  expect(only(plan(store)).set).toEqual({ 'metrics.cpu': '0.930', 'metrics.last-updated': '2026-11-30T10:00:00Z' });
});

test('a node nothing is known of is not written', () => {
  const store = aStore();
  store.take(aPass(NOW, [n1], {}));
  expect(plan(store).writes).toEqual([]);
});

const moves = [
  { name: 'a ratio that moved by its step is not written', values: { cpu: { n1: 0.52 } }, want: undefined },
  { name: 'a ratio that moved by more is', values: { cpu: { n1: 0.521 } }, want: 'moved' },
  {
    name: 'a latency that moved by a tenth of itself is not written',
    values: { latency: { n1: 220 } },
    want: undefined,
  },
  { name: 'a latency that moved by more is', values: { latency: { n1: 220.5 } }, want: 'moved' },
  { name: 'a signal that became known is written', values: { load: { n1: 0 } }, want: 'moved' },
];
for (const { name, values, want } of moves) {
  test(name, () => {
    const store = aStore();
    const first: OfSignals = { cpu: { n1: 0.5 }, latency: { n1: 200 } };
    thrice(store, first);
    const held = after(only(plan(store)));
    store.take(aPass(NOW + SECOND, [n1, n2], { ...first, ...values }));
    // at the same moment, so that no heartbeat is due
    expect(plan(store, held, NOW + SECOND, { untilMs: 1, heartbeatMs: 86_400_000 }).writes[0]?.because).toBe(want);
  });
}

test('a number that is no longer known is removed, before others are brought up to date', () => {
  const store = aStore();
  thrice(store, { cpu: { n1: 0.5, n2: 0.5 }, memory: { n1: 0.5, n2: 0.5 } });
  const held = after(...plan(store).writes);
  const later = NOW + 6 * 60 * SECOND;
  store.take(aPass(later, [n1, n2], { cpu: { n2: 0.9 }, memory: { n1: 0.5, n2: 0.5 } }));
  const { writes } = plan(store, held, later, { heartbeatMs: 86_400_000 });
  expect(writes.map(({ node, because, remove }) => [node.name, because, remove])).toEqual([
    ['n1', 'removal', ['metrics.cpu']],
    ['n2', 'moved', []],
  ]);
});

test('A-16: with no source at all the numbers go first, the verdict is held, and then goes too', () => {
  const store = aStore();
  thrice(store, FOUR);
  const held = after(only(plan(store)));
  const blind = only(plan(store, held, NOW + 6 * 60 * SECOND));
  expect(blind.set).toEqual({ 'metrics.overloaded': 'true', 'metrics.last-updated': '2026-11-30T10:00:00Z' });
  const forgotten = only(plan(store, after(blind), NOW + 16 * 60 * SECOND));
  expect(forgotten).toMatchObject({
    because: 'verdict',
    set: {},
    remove: ['metrics.overloaded', 'metrics.last-updated'],
  });
  expect(plan(store, after(forgotten), NOW + 60 * 60 * SECOND).writes).toEqual([]);
});

test('last-updated is the oldest sample used, never the time of the write', () => {
  const store = aStore();
  store.take(aPass(NOW - 90 * SECOND, [n1], { memory: { n1: 0.5 } }));
  store.take(aPass(NOW - 10 * SECOND, [n1], { cpu: { n1: 0.5 } }));
  expect(only(plan(store)).set['metrics.last-updated']).toBe('2026-11-30T09:58:30Z');
});

test('a held verdict makes last-updated as old as what it rests on', () => {
  const store = aStore();
  thrice(store, FOUR);
  const later = NOW + 8 * 60 * SECOND;
  store.take(aPass(later, [n1, n2], { memory: { n1: 0.6 } }));
  expect(only(plan(store, new Map(), later)).set).toEqual({
    'metrics.memory': '0.600',
    'metrics.overloaded': 'true',
    'metrics.last-updated': '2026-11-30T10:00:00Z',
  });
});

test('a change of verdict goes first, and what became hot before what became cool', () => {
  const store = aStore();
  const nodes = ['a', 'b', 'c', 'd'].map((name) => aNode(name));
  thrice(store, { cpu: { a: 0.5, b: 0.9, c: 0.5, d: 0.9 } }, NOW, nodes);
  const held = after(...plan(store).writes);
  thrice(store, { cpu: { a: 0.6, b: 0.9, c: 0.9, d: 0.2 } }, NOW + 90 * SECOND, nodes);
  const { writes } = plan(store, held, NOW + 90 * SECOND, { heartbeatMs: 86_400_000 });
  expect(writes.map(({ node, because }) => [node.name, because])).toEqual([
    ['c', 'hot'],
    ['d', 'verdict'],
    ['a', 'moved'],
  ]);
});

test('a heartbeat tells the age of what has not moved', () => {
  const store = aStore();
  thrice(store, { cpu: { n1: 0.5 } });
  const held = after(only(plan(store)));
  thrice(store, { cpu: { n1: 0.505 } }, NOW + 90 * SECOND);
  expect(only(plan(store, held, NOW + 90 * SECOND))).toMatchObject({
    because: 'heartbeat',
    set: { 'metrics.cpu': '0.505', 'metrics.last-updated': '2026-11-30T10:01:30Z' },
  });
});

test('a heartbeat that has nothing new to tell is not written', () => {
  const store = aStore();
  thrice(store, { cpu: { n1: 0.5 } });
  const held = after(only(plan(store)));
  expect(plan(store, held, NOW + 200 * SECOND)).toMatchObject({ writes: [], deferred: 0 });
});

test('only our keys are removed, and a signal no longer configured is one of them', () => {
  const store = aStore();
  thrice(store, { cpu: { n1: 0.5 } });
  const { set } = only(plan(store));
  const held = new Map([[n1.uid, { texts: { ...set, 'metrics.gpu': '0.500' }, writtenAt: NOW }]]);
  expect(only(plan(store, held))).toMatchObject({ because: 'removal', remove: ['metrics.gpu'] });
});

test('a text of ours that is no number is written over', () => {
  const store = aStore();
  thrice(store, { cpu: { n1: 0 } });
  const { set } = only(plan(store));
  for (const spoilt of ['NaN', '']) {
    const held = new Map([[n1.uid, { texts: { ...set, 'metrics.cpu': spoilt }, writtenAt: NOW }]]);
    expect(only(plan(store, held))).toMatchObject({ because: 'moved', set: { 'metrics.cpu': '0.000' } });
  }
});

test('another prefix is another set of keys', () => {
  const store = aStore();
  thrice(store, { cpu: { n1: 0.5 } });
  expect(Object.keys(only(plan(store, new Map(), NOW, { prefix: 'x.io/' })).set)).toEqual([
    'x.io/cpu',
    'x.io/overloaded',
    'x.io/last-updated',
  ]);
});

test('a plan keeps its distance from the last write of the one before', () => {
  const store = aStore();
  thrice(store, FOUR);
  expect(only(plan(store, new Map(), NOW, { lastWriteAt: NOW - 10 })).at).toBe(NOW + 40);
});

test('what finds no place before the next plan is counted', () => {
  const store = aStore();
  thrice(store, { cpu: { n1: 0.5, n2: 0.5 } });
  expect(plan(store, new Map(), NOW, { untilMs: SECOND, writesPerSecond: 1 })).toMatchObject({
    writes: [{}],
    deferred: 1,
  });
});

/** Nodes whose load wanders; every plan is carried out to the letter. */
function carriedOut(
  loads: readonly (readonly number[])[],
  writesPerSecond: number,
  passMs: number,
): { sent: AnnotationWrite[]; held: Written; store: LoadStore; now: number } {
  const nodes = loads[0]!.map((_, index) => aNode(`n${index}`));
  const store = aStore({ freshForMs: 10 * passMs, forgetAfterMs: 30 * passMs });
  const sent: AnnotationWrite[] = [];
  const held = new Map<string, PublishedNode>();
  let now = NOW;
  for (const values of loads) {
    now += passMs;
    store.take(aPass(now, nodes, { cpu: Object.fromEntries(values.map((value, index) => [`n${index}`, value])) }));
    const lastWriteAt = sent.at(-1)?.at;
    const { writes } = plan(store, held, now, {
      writesPerSecond,
      untilMs: passMs,
      ...(lastWriteAt === undefined ? {} : { lastWriteAt }),
    });
    sent.push(...writes);
    for (const [uid, node] of after(...writes)) held.set(uid, node);
  }
  return { sent, held, store, now };
}

const rate = fc.constantFrom(0.5, 1, 3, 7, 20);
const wandering = fc.integer({ min: 1, max: 30 }).chain((nodes) =>
  fc.array(fc.array(fc.double({ min: 0, max: 1.2, noNaN: true }), { minLength: nodes, maxLength: nodes }), {
    minLength: 1,
    maxLength: 12,
  }),
);

test('no second holds more writes than the budget, over any number of plans', () => {
  fc.assert(
    fc.property(wandering, rate, fc.constantFrom(1000, 1234, 10_000, 30_000), (loads, writesPerSecond, passMs) => {
      const times = carriedOut(loads, writesPerSecond, passMs).sent.map(({ at }) => at);
      times.forEach((from, index) => {
        const within = times.slice(index).filter((at) => at < from + 1000).length;
        expect(within).toBeLessThanOrEqual(Math.max(1, writesPerSecond));
      });
    }),
    { numRuns: 50 },
  );
});

test('everything is written in the end, however much else moves', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 25 }), (nodes) => {
      // two writes fit into a pass; all nodes but the first move at every pass
      const loads = Array.from({ length: 150 }, (_, pass) =>
        Array.from({ length: nodes }, (_, node) => (node === 0 ? 0.5 + pass / 10_000 : ((pass * 3 + node) % 11) / 10)),
      );
      const { sent, now } = carriedOut(loads, 1, 2000);
      for (let node = 0; node < nodes; node++) {
        const at = sent.filter((write) => write.node.name === `n${node}`).map((write) => write.at);
        const gaps = [...at, now].map((time, index) => time - (at[index - 1] ?? NOW));
        // a heartbeat is let through once it is overdue by another; the rest take turns
        expect(Math.max(...gaps)).toBeLessThanOrEqual((node === 0 ? 2 * 60_000 : 0) + 2 * nodes * 1000 + 4000);
      }
    }),
    { numRuns: 20 },
  );
});

test('once nothing moves, each node is written once a heartbeat at most', () => {
  const loads = Array.from({ length: 40 }, (_, pass) =>
    Array.from({ length: 50 }, (_, node) => node / 100 + pass / 100_000),
  );
  const { sent, now } = carriedOut(loads, 20, 30_000);
  const steady = sent.filter(({ at }) => at > NOW + 180_000);
  expect(new Set(steady.map(({ because }) => because))).toEqual(new Set(['heartbeat']));
  expect(steady.length).toBeLessThanOrEqual((50 * (now + 30_000 - NOW - 180_000)) / 60_000);
});
