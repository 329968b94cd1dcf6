import { expect, test } from 'vitest';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import type { Act } from '../support/moves/audit-of-moves.ts';
import { brokenPromises, type Evidence } from './broken-promises.ts';
import type { SeenPod } from './soak-witness.ts';

const T = Date.parse('2026-11-30T10:00:00Z');

const pod = (name: string, otherwise: Partial<SeenPod> = {}): SeenPod => ({
  uid: `uid-of-${name}`,
  name,
  app: name.slice(0, name.indexOf('-')),
  node: 'n1',
  serves: [{ at: T - 60_000, does: true }],
  retiredFor: undefined,
  cloneFor: undefined,
  leftAt: undefined,
  ...otherwise,
});

const act = (what: Act['what'], name: string, at: number, otherwise: Partial<Act> = {}): Act => ({
  what,
  name,
  at: T + at,
  namespace: 'shop',
  uid: `uid-of-${name}`,
  isDone: true,
  ...otherwise,
});

/** `web` and `db` have two pods each, of which their budgets need one. */
function told(
  acts: readonly Act[],
  otherwise: Partial<Evidence> = {},
  seen: readonly SeenPod[] = [],
): readonly string[] {
  const pods = [pod('web-1'), pod('web-2'), pod('db-1'), pod('db-2'), ...seen];
  return brokenPromises({
    acts,
    proposed: [[]],
    witness: { pods: new Map(pods.map((each) => [each.uid, each])), held: [] },
    movedBy: new Map(),
    leastOf: new Map([['web', 1]]),
    restOf: (app, name) => (app === 'db' ? name : app),
    blind: [],
    budgets: planDefaults.budgets,
    passMs: 2000,
    ...otherwise,
  });
}

test('a pod that is evicted once, as many others serving as its budget needs, breaks nothing', () => {
  const gone = pod('web-1', { leftAt: T + 100 });
  expect(told([act('rehearsal', 'web-1', 0), act('eviction', 'web-1', 50)], {}, [gone])).toEqual([]);
});

test('what must never be done to a pod is told', () => {
  expect(told([act('eviction', 'web-1', 0, { uid: undefined })])).toEqual(['eviction of shop/web-1 without a uid']);
  expect(told([act('deletion', 'web-1', 0)])).toEqual(['deletion of shop/web-1, which we did not create']);
  const clone = act('clone', 'web-c', 0, { uid: undefined });
  expect(told([clone, act('deletion', 'web-c', 9)])).toEqual([]);
  const twice = [act('eviction', 'web-1', 0), act('eviction', 'web-1', 9)];
  expect(told(twice)).toContain('shop/web-1 evicted twice');
});

test('an eviction below a budget is told, unless somebody else was lost that very moment', () => {
  const lostLongAgo = pod('web-2', { serves: [{ at: T - 9000, does: false }] });
  const lostJustNow = pod('web-2', { serves: [...pod('web-2').serves, { at: T - 500, does: false }] });
  const acts = [act('eviction', 'web-1', 0)];
  expect(told(acts, {}, [lostLongAgo])).toEqual(['web-1 went, 0 of web being left of 1 that its budget needs']);
  expect(told(acts, {}, [lostJustNow])).toEqual([]);
});

test('two of an owner, three of a node, six of a pass and an hour too full are told', () => {
  const both = [act('eviction', 'db-1', 0), act('eviction', 'db-2', 10)];
  expect(told(both)).toEqual(['2 pods of db in flight at once']);
  expect(told(both, {}, [pod('db-1', { leftAt: T + 5 })])).toEqual([]);
  const three = [act('eviction', 'web-1', 0), act('eviction', 'db-1', 10), act('eviction', 'api-1', 20)];
  expect(told(three, {}, [pod('api-1')])).toEqual(['3 pods of n1 in flight at once']);
  const six = Array.from({ length: 6 }, (_, at) => T + at);
  expect(told([], { proposed: [six] })).toEqual(['6 moves begun in a pass']);
  // of two who plan beside each other each has passes of its own
  expect(told([], { proposed: [six.slice(0, 3), six.slice(3)] })).toEqual([]);
  const budgets = { ...planDefaults.budgets, perHour: 0 };
  expect(told([act('eviction', 'db-1', 0)], { budgets })).toEqual(['1 moves in an hour']);
});

test('what is begun while moves are held, or nobody sees, is told; what the switch could not stop is not', () => {
  const witness = { pods: new Map(), held: [{ from: T, to: T + 60_000 }] };
  expect(told([act('eviction', 'web-1', 2000)], { witness })).toEqual([]);
  expect(told([act('eviction', 'web-1', 4000)], { witness })).toEqual(['eviction of web-1 while moves were held']);
  const blind = [{ from: T, to: T + 60_000 }];
  expect(told([act('clone', 'web-c', 1)], { blind })).toEqual(['clone of web-c while no load was known']);
});

test('a clone that is handed over before it serves is told', () => {
  const clone = pod('web-c', { cloneFor: 'm', serves: [{ at: T + 5000, does: true }] });
  expect(told([act('adoption', 'web-c', 6000)], {}, [clone])).toEqual([]);
  expect(told([act('adoption', 'web-c', 1000)], {}, [clone])).toEqual(['web-c was handed over before it served']);
});

test('a workload that is moved again before it has rested is told; pods of a StatefulSet rest by themselves', () => {
  const gone = ['web-1', 'db-1', 'db-2'].map((name) => pod(name, { leftAt: T + 100 }));
  const quarter = 15 * 60_000;
  const apart = [act('eviction', 'db-1', 0), act('eviction', 'db-2', 1000), act('eviction', 'web-1', 2000)];
  expect(told(apart, {}, gone)).toEqual([]);
  const again = (at: number): Act => act('eviction', 'web-2', at);
  expect(told([...apart, again(2000 + quarter)], {}, gone)).toEqual([]);
  expect(told([...apart, again(60_000)], { leastOf: new Map() }, gone)).toEqual(['web was moved again after 58 s']);
});
