import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { failedSignal } from './gathering/gather-signal.ts';
import { LoadStore, type Pass } from '#load/load-store.ts';
import type { LoadView } from '#load/load-view.ts';
import { nodeIndexOf } from './gathering/node-index.ts';
import { loadDefaults } from '#load/options.ts';
import { readAnnotations } from './annotations/read-annotations.ts';
import { aNode, aPass, aStore, NOW, signals, type Values } from '#test/support/a-load.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const n1 = aNode('n1');
const n2 = aNode('n2');
const [CPU, MEMORY, LOAD, LATENCY] = [0, 1, 2, 3];

/** Passes 30 s apart, the last one at `NOW`. */
function feed(store: LoadStore, values: readonly Readonly<Record<string, Values>>[], until = NOW): void {
  values.forEach((one, index) => store.take(aPass(until - (values.length - 1 - index) * 30 * SECOND, [n1, n2], one)));
}

const HOT_N1 = { cpu: { n1: 0.93, n2: 0.3 }, memory: { n1: 0.5, n2: 0.3 } };
const COOL = { cpu: { n1: 0.3, n2: 0.3 }, memory: { n1: 0.5, n2: 0.3 } };

function verdictOf(view: LoadView, name = 'n1'): string {
  return view.verdict(view.rowNamed(name)!);
}

test('A-01: the hot node is hot after three samples, with its numbers', () => {
  const store = aStore();
  feed(store, [HOT_N1, HOT_N1]);
  expect(verdictOf(store.view(NOW))).toBe('unknown');
  feed(store, [HOT_N1], NOW + 30 * SECOND);
  const view = store.view(NOW + 40 * SECOND);
  expect(verdictOf(view)).toBe('hot');
  expect(verdictOf(view, 'n2')).toBe('cool');
  expect(view.explain(view.rowNamed('n1')!).because[CPU]).toEqual({
    signal: 'cpu',
    verdict: 'hot',
    reading: { kind: 'known', value: 0.93, takenAt: NOW + 30 * SECOND, source: 'prometheus' },
    threshold: 0.8,
    release: expect.closeTo(0.72, 12),
    above: 3,
    below: 0,
    depth: 3,
    of: 5,
    held: false,
  });
});

test('trap 18: the same sample seen in many passes counts once', () => {
  const store = aStore();
  for (let pass = 0; pass < 10; pass++) store.take(aPass(NOW, [n1], { cpu: { n1: 0.93 } }));
  expect(store.view(NOW).explain(0).because[CPU]).toMatchObject({ verdict: 'unknown', above: 1, depth: 1 });
});

test('a sample older than the newest held is not looked at', () => {
  const store = aStore();
  feed(store, [{ cpu: { n1: 0.5 } }]);
  feed(store, [{ cpu: { n1: 0.9 } }], NOW - MINUTE);
  expect(store.view(NOW).reading(0, CPU)).toMatchObject({ value: 0.5, takenAt: NOW });
});

test('A-05: a node without latency is judged by the rest', () => {
  const store = aStore();
  const quiet = { cpu: { n1: '0.35' }, memory: { n1: '0.40' }, load: { n1: '0.5' }, latency: { n1: 'NaN' } };
  feed(store, [quiet, quiet, quiet]);
  const view = store.view(NOW);
  expect(view.reading(0, LATENCY)).toEqual({ kind: 'unknown', why: 'not-a-number' });
  expect(view.value(0, LATENCY)).toBeNaN();
  expect(verdictOf(view)).toBe('cool');
});

test('A-11: a node without a load average is judged by what is known', () => {
  const store = aStore();
  feed(
    store,
    [HOT_N1, HOT_N1, HOT_N1].map(({ cpu }) => ({ cpu })),
  );
  const view = store.view(NOW);
  expect(view.reading(0, LOAD)).toEqual({ kind: 'unknown', why: 'never-seen' });
  expect(verdictOf(view)).toBe('hot');
});

test('trap 2: a query that fails brings no sample; what was known grows old and is unknown for that reason', () => {
  const store = aStore();
  feed(store, [HOT_N1]);
  const failed = signals.map((signal) => failedSignal(signal, 'prometheus', nodeIndexOf([n1, n2])));
  store.take({ at: NOW + MINUTE, nodes: [n1, n2], signals: failed });
  expect(store.view(NOW + MINUTE).reading(0, CPU)).toMatchObject({ value: 0.93, takenAt: NOW });
  expect(store.view(NOW + 6 * MINUTE).reading(0, CPU)).toEqual({ kind: 'unknown', why: 'query-failed' });
});

test('B-19, trap 11: after ten minutes without a source nothing is live', () => {
  const store = aStore();
  feed(store, [COOL, COOL, COOL]);
  const view = store.view(NOW + 10 * MINUTE);
  expect(view.reading(0, CPU)).toEqual({ kind: 'unknown', why: 'too-old' });
  expect(view.pressure(0)).toEqual({ kind: 'unknown', signal: 'cpu' });
  expect(view.coverage()).toEqual({ ready: 2, seen: 0, share: 0 });
});

test('A-16: a signal that vanished for all flips nobody; its verdict is held, then unknown, and cool only much later', () => {
  const store = aStore();
  feed(store, [HOT_N1, HOT_N1, HOT_N1]);
  const story: string[] = [];
  for (let minutes = 1; minutes <= 32; minutes++) {
    store.take(aPass(NOW + minutes * MINUTE, [n1, n2], { cpu: {}, memory: { n1: 0.5, n2: 0.3 } }));
    story.push(verdictOf(store.view(NOW + minutes * MINUTE)));
  }
  expect(story).toEqual([...Array<string>(15).fill('hot'), ...Array<string>(15).fill('unknown'), 'cool', 'cool']);
});

test('A-16: what vanished is kept until it is too old', () => {
  const store = aStore();
  feed(store, [HOT_N1, HOT_N1, HOT_N1]);
  store.take(aPass(NOW + MINUTE, [n1, n2], { cpu: {}, memory: { n1: 0.5, n2: 0.3 } }));
  expect(store.view(NOW + 5 * MINUTE).reading(0, CPU)).toMatchObject({ value: 0.93 });
  expect(store.view(NOW + 5 * MINUTE + 1).reading(0, CPU)).toEqual({ kind: 'unknown', why: 'absent' });
  expect(store.view(NOW + 6 * MINUTE).explain(0).because[CPU]).toMatchObject({ verdict: 'hot', held: true });
});

test('after a silence a node is judged anew, and is not cool before it is known to be', () => {
  const store = aStore();
  feed(store, [HOT_N1, HOT_N1, HOT_N1]);
  const later = NOW + 20 * MINUTE;
  const story = [0, 1, 2].map((pass) => {
    store.take(aPass(later + pass * MINUTE, [n1, n2], { cpu: { n1: 0.3 }, memory: { n1: 0.5 } }));
    return verdictOf(store.view(later + pass * MINUTE));
  });
  expect(story).toEqual(['unknown', 'unknown', 'cool']);
});

test('trap 10: a node created anew under its name begins anew', () => {
  const store = aStore();
  feed(store, [HOT_N1, HOT_N1, HOT_N1]);
  const reborn = aNode('n1', { uid: 'another' });
  store.take(aPass(NOW + MINUTE, [reborn, n2], { memory: { n1: 0.2 } }));
  const view = store.view(NOW + MINUTE);
  expect(view.rowOf(n1.uid)).toBeUndefined();
  expect(view.explain(view.rowNamed('n1')!)).toMatchObject({
    verdict: 'unknown',
    because: [{ depth: 0, reading: { why: 'never-seen' } }, { depth: 1 }, {}, {}],
  });
});

test('trap 9: a node that is new is unknown, not idle', () => {
  const store = aStore();
  store.take(aPass(NOW, [n1, aNode('new')], { cpu: { n1: 0.5 }, memory: { n1: 0.5 } }));
  const view = store.view(NOW);
  expect(view.pressure(view.rowNamed('new')!)).toEqual({ kind: 'unknown', signal: 'cpu' });
});

test('a node that is forgotten leaves nothing to whoever gets its row', () => {
  const store = aStore();
  feed(store, [HOT_N1, HOT_N1, HOT_N1]);
  store.forget(n1.uid);
  store.forget('never known');
  store.take(aPass(NOW, [n2, aNode('n3')], {}));
  const view = store.view(NOW);
  expect(view.rows.map((row) => view.node(row).name)).toEqual(['n3', 'n2']);
  expect(view.reading(view.rowNamed('n3')!, CPU)).toEqual({ kind: 'unknown', why: 'never-seen' });
});

test('traps 22 to 24: a line is absolute, whatever the others do: all may be hot, and none by being above the mean', () => {
  const nodes = ['a', 'b', 'c'].map((name) => aNode(name));
  const verdictsAt = (a: number, b: number, c: number): readonly string[] => {
    const store = aStore();
    for (let at = NOW; at < NOW + 5 * 30 * SECOND; at += 30 * SECOND) {
      store.take(aPass(at, nodes, { cpu: { a, b, c }, memory: { a: 0.1, b: 0.1, c: 0.1 } }));
    }
    const view = store.view(NOW + 4 * 30 * SECOND);
    return view.rows.map((row) => view.verdict(row));
  };
  expect(verdictsAt(0.9, 0.91, 0.92)).toEqual(['hot', 'hot', 'hot']);
  expect(verdictsAt(0.02, 0.02, 0.14)).toEqual(['cool', 'cool', 'cool']);
  expect(verdictsAt(0.3, 0.3, 0.3)).toEqual(['cool', 'cool', 'cool']);
});

test('trap 27: pressure compares signals by their own lines', () => {
  const store = aStore();
  feed(store, [{ cpu: { n1: 0.4 }, memory: { n1: 0.6 }, load: { n1: 1.2 }, latency: { n1: 300 } }]);
  expect(store.view(NOW).pressure(0)).toEqual({ kind: 'known', overLine: expect.closeTo(0.8, 12), signal: 'load' });
});

test('coverage counts ready nodes whose cpu and memory are known', () => {
  const store = aStore();
  const nodes = [n1, n2, aNode('n3'), aNode('down', { ready: false })];
  store.take(aPass(NOW, nodes, { cpu: { n1: 0.1, n2: 0.1, down: 0.1 }, memory: { n1: 0.1, n3: 0.1 } }));
  const view = store.view(NOW);
  expect(view.coverage()).toEqual({ ready: 3, seen: 1, share: 1 / 3 });
  expect(view.unknowns(MEMORY)).toEqual({ absent: 2 });
  expect(aStore().view(NOW).coverage()).toEqual({ ready: 0, seen: 0, share: 0 });
});

test('a view never changes', () => {
  const store = aStore();
  feed(store, [HOT_N1, HOT_N1, HOT_N1]);
  const view = store.view(NOW);
  const look = (): string =>
    JSON.stringify([view.explain(0), view.coverage(), view.rowNamed('n1'), view.rowOf(n1.uid), view.node(0)]);
  const before = look();
  store.forget(n1.uid);
  expect(look()).toBe(before);
  feed(store, [COOL, COOL, COOL], NOW + 10 * MINUTE);
  expect(look()).toBe(before);
  expect(Object.isFrozen(view)).toBe(true);
});

test('a row that no node has is refused', () => expect(() => aStore().view(NOW).node(3)).toThrow(RangeError));
test('a signal that is not ours is refused', () => {
  const stranger = failedSignal({ ...signals[0]!, name: 'x' }, 'prometheus', nodeIndexOf([n1]));
  expect(() => aStore().take({ at: NOW, nodes: [n1], signals: [stranger] })).toThrow('no signal has this name');
});
for (const hot of [
  { samples: 0, of: 5 },
  { samples: 6, of: 5 },
  { samples: 3, of: 33 },
]) {
  test(`trap 20: ${hot.samples} of ${hot.of} samples is refused at once`, () =>
    expect(() => aStore({ hot })).toThrow(RangeError));
}

const published = (overloaded: string, cpu: string, at = '2026-11-30T09:59:30Z') =>
  readAnnotations(
    { 'metrics.cpu': cpu, 'metrics.memory': '0.500', 'metrics.overloaded': overloaded, 'metrics.last-updated': at },
    signals,
    'metrics.',
  );

const seeding = { measured: new Set(['cpu', 'memory']), now: NOW };

test('a published verdict holds no node through a signal that nobody measures, however the lines have moved', () => {
  const store = aStore({ thresholds: { ...loadDefaults.thresholds, cpu: 0.99 } });
  store.seed(n1, published('true', '0.810'), seeding);
  const story = [0.3, 0.3, 0.3].map((value, index) => {
    store.take(aPass(NOW + index * 30 * SECOND, [n1], { cpu: { n1: value }, memory: { n1: value } }));
    return verdictOf(store.view(NOW + index * 30 * SECOND));
  });
  expect(story).toEqual(['hot', 'hot', 'cool']);
});

test('A-16: a hot node stays hot over a restart until enough samples say otherwise', () => {
  const store = aStore();
  store.seed(n1, published('true', '0.930'), seeding);
  const story = [0.3, 0.3, 0.3].map((cpu, index) => {
    store.take(aPass(NOW + index * 30 * SECOND, [n1], { cpu: { n1: cpu }, memory: { n1: 0.3 } }));
    return verdictOf(store.view(NOW + index * 30 * SECOND));
  });
  expect(story).toEqual(['hot', 'hot', 'cool']);
});

test('a verdict in the band between the levels survives a restart with the past replayed', () => {
  const store = aStore();
  store.seed(n1, published('true', '0.750'), seeding);
  store.replay(
    [4, 3, 2, 1, 0].map((ago) => aPass(NOW - ago * 30 * SECOND, [n1], { cpu: { n1: 0.75 }, memory: { n1: 0.3 } })),
  );
  expect(verdictOf(store.view(NOW))).toBe('hot');
});

test('A-17: a published verdict without a usable time is not believed', () => {
  const store = aStore();
  store.seed(n1, published('true', '0.930', 'yesterday'), seeding);
  store.take(aPass(NOW, [n1], {}));
  expect(verdictOf(store.view(NOW))).toBe('unknown');
});

test('a node that was seeded lives on by its samples', () => {
  const store = aStore();
  store.seed(n1, published('true', '0.930'), seeding);
  feed(
    store,
    Array.from({ length: 50 }, () => HOT_N1),
    NOW + 25 * MINUTE,
  );
  expect(verdictOf(store.view(NOW + 25 * MINUTE))).toBe('hot');
});

test('a seed does not overrule what was measured', () => {
  const store = aStore();
  feed(store, [COOL, COOL, COOL]);
  store.seed(n1, published('true', '0.930'), seeding);
  expect(verdictOf(store.view(NOW))).toBe('cool');
});

test('a published verdict is forgotten like any other', () => {
  const store = aStore();
  store.seed(n1, published('true', '0.930', '2026-11-30T09:00:00Z'), seeding);
  expect(verdictOf(store.view(NOW))).toBe('unknown');
});

const value = fc.option(
  fc.oneof(fc.constantFrom(0.8, 0.72, 0.75, 0.9, 0.1), fc.double({ min: 0, max: 1.4, noNaN: true })),
  { nil: undefined },
);
const moment = fc.record({
  gapMs: fc.constantFrom(1000, 30_000, 30_000, 200_000, 1_000_000, 2_000_000),
  n1: value,
  n2: value,
  latency: value,
});

function lives(
  moments: readonly { gapMs: number; n1: number | undefined; n2: number | undefined; latency: number | undefined }[],
): Pass[] {
  let at = NOW;
  return moments.map((one) => {
    at += one.gapMs;
    const some = (values: Record<string, number | undefined>): Values =>
      Object.fromEntries(Object.entries(values).flatMap(([name, v]) => (v === undefined ? [] : [[name, v]])));
    return aPass(at, [n1, n2], {
      cpu: some({ n1: one.n1, n2: one.n2 }),
      latency: some({ n1: one.latency === undefined ? undefined : one.latency * 600 }),
    });
  });
}

function seen(view: LoadView): unknown {
  const of = (uid: string) => {
    const row = view.rowOf(uid);
    if (row === undefined) return undefined;
    // why something is unknown may differ: it is what the last pass said
    return {
      ...view.explain(row),
      readings: signals.map((_, signal) => view.value(row, signal)),
      oldest: view.oldestUsed(row),
    };
  };
  return JSON.parse(
    JSON.stringify([of(n1.uid), of(n2.uid)], (key, held: unknown) => (key === 'why' ? undefined : held)),
  );
}

test('the past replayed, in any order of passes, is the past lived through with repetitions and looks between', () => {
  const runs = fc.array(moment, { minLength: 1, maxLength: 20 }).chain((moments) => {
    const passes = lives(moments);
    return fc.record({
      passes: fc.constant(passes),
      shuffled: fc.shuffledSubarray(passes, { minLength: passes.length }),
      repeats: fc.array(fc.nat({ max: 3 }), { minLength: passes.length, maxLength: passes.length }),
    });
  });
  fc.assert(
    fc.property(runs, fc.nat({ max: 4_000_000 }), ({ passes, shuffled, repeats }, later) => {
      const lived = aStore();
      passes.forEach((pass, index) => {
        for (let again = 0; again <= repeats[index]!; again++) lived.take(passes[Math.max(0, index - again)]!);
        lived.take(pass);
        lived.view(pass.at);
      });
      const replayed = aStore();
      replayed.replay(shuffled);
      const now = passes.at(-1)!.at + later;
      expect(seen(replayed.view(now))).toEqual(seen(lived.view(now)));
    }),
  );
});

test('what is unknown never turns hot into cool, nor cool into hot', () => {
  fc.assert(
    fc.property(
      fc.array(moment, { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat({ max: 14 * MINUTE }), { maxLength: 8 }),
      (moments, waits) => {
        const store = aStore();
        for (const pass of lives(moments)) store.take(pass);
        let now = NOW + moments.reduce((sum, { gapMs }) => sum + gapMs, 0);
        let last = store.view(now).rows.map((row) => store.view(now).verdict(row));
        for (const wait of waits) {
          now += wait;
          store.take(aPass(now, [n1, n2], { cpu: { n1: 'NaN' }, latency: {} }));
          const view = store.view(now);
          const next = view.rows.map((row) => view.verdict(row));
          const flips = next.filter(
            (verdict, row) => [verdict, last[row]].every((one) => one !== 'unknown') && verdict !== last[row],
          );
          expect(flips).toEqual([]);
          last = next;
        }
      },
    ),
  );
});

test('fifteen thousand nodes fit', () => {
  const nodes = Array.from({ length: 15_000 }, (_, index) => aNode(`n${index}`));
  const store = new LoadStore(signals, loadDefaults);
  store.take({ at: NOW, nodes, signals: [] });
  expect(store.view(NOW).rows).toHaveLength(15_000);
});
