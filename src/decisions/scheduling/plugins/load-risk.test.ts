import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dialectOf } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { judgeAll } from '#decisions/scheduling/judge-all.ts';
import { sightOf } from '#decisions/scheduling/loads/load-sight.ts';
import { placePod } from '#decisions/scheduling/place-pod.ts';
import { defaultProfile, loadAwareProfile, type Profile } from '#decisions/scheduling/profile.ts';
import { storyWorld } from '#test/scenarios/story-world.ts';

const { dialect } = dialectOf('37');

/** A cluster as stories tell it, seen by the scheduler. */
function seen(...lines: readonly string[]) {
  const { view } = storyWorld(lines);
  return {
    view: view.cluster,
    profile: loadAwareProfile(dialect, sightOf(view.cluster, view.load, view.forecast)),
    /** Another reading of the same: nothing is kept of what was worked out. */
    afresh: () => loadAwareProfile(dialect, sightOf(view.cluster, view.load, view.forecast)),
  };
}

function aPod(name: string, requests = '500m', owner = name): Pod {
  const controller = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: owner,
    uid: `uid-of-${owner}`,
    controller: true,
  };
  return {
    metadata: { name, namespace: 'shop', uid: `uid-of-${name}`, ownerReferences: [controller] },
    spec: { containers: [{ name: 'main', resources: { requests: { cpu: requests, memory: '64Mi' } } }] },
  };
}

/** What the plugin gives each node. */
function liked({ view, profile }: ReturnType<typeof seen>, pod: Pod, by: Profile = profile): Record<string, number> {
  const { nodes } = judgeAll(view, pod, by);
  const score = (scores: (typeof nodes)[number]['scores']) => scores.find(({ plugin }) => plugin === 'LoadRisk')?.score;
  return Object.fromEntries(nodes.map(({ nodeName, scores }) => [nodeName, score(scores) ?? Number.NaN]));
}

/** Where pods go that come one after the other within one reading. */
function herd({ view, profile }: Pick<ReturnType<typeof seen>, 'view' | 'profile'>, pods: readonly Pod[]): string[] {
  return view.suppose((whatIf) =>
    pods.map((pod) => {
      const placed = placePod(view, pod, profile);
      if (placed.kind !== 'placed') throw new Error(`${pod.metadata.name} is ${placed.kind}`);
      whatIf.add(view.imagined(pod, placed.nodeName), whatIf.rowOf(placed.nodeName));
      return placed.nodeName;
    }),
  );
}

/** How many of them each of these nodes gets. */
const shares = (places: readonly string[], nodes: readonly string[]): number[] =>
  nodes.map((node) => places.filter((place) => place === node).length);

const twoAlikeByRequests = [
  'node a cpu=8',
  'node b cpu=8',
  'pod busy on a requests=2 uses=5',
  'pod idle on b requests=2 uses=500m',
];

test('of nodes alike by requests the one that works less is liked more', () => {
  const world = seen(...twoAlikeByRequests);
  const { a, b } = liked(world, aPod('p'));
  expect(b).toBe(100);
  expect(a).toBeLessThan(90);
  expect(placePod(world.view, aPod('p'), world.profile)).toMatchObject({ nodeName: 'b' });
});

test('what a node will be once it is full counts: with room for much it is not taken for a cool one', () => {
  const world = seen(
    'node a cpu=8',
    'node b cpu=8',
    'pod heavy on a requests=1 uses=2',
    'pod light on b requests=7 uses=2500m',
  );
  const scores = liked(world, aPod('p', '500m', 'heavy'));
  expect(scores['b']).toBe(100);
  expect(scores['a']).toBeLessThan(100);
});

test('C-04, trap 62: pods that come within one reading are spread, not all put on the coldest node', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const world = seen(
    ...names.map((name) => `node ${name} cpu=16`),
    ...names.map((name, at) => `pod on-${name} on ${name} requests=2 uses=${1 + at / 4}`),
  );
  const places = herd(
    world,
    Array.from({ length: 30 }, (_, at) => aPod(`p${at}`, '500m', 'herd')),
  );
  const counts = shares(places, names);
  expect(Math.max(...counts)).toBeLessThanOrEqual(9);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
});

test('pods that are starting weigh what they bear while they start', () => {
  const names = ['a', 'b', 'c', 'd'];
  const { view } = storyWorld([
    ...names.map((name) => `node ${name} cpu=16`),
    ...names.map((name, at) => `pod on-${name} on ${name} requests=2 uses=${2 + at} owner=jvm`),
  ]);
  const { cpuCores } = view.forecast;
  const places = (startUp: number): string[] => {
    const outlook = { ...cpuCores.outlook, startUp: cpuCores.outlook.startUp.map(() => startUp) };
    const sight = sightOf(view.cluster, view.load, { ...view.forecast, cpuCores: { ...cpuCores, outlook } });
    const pods = Array.from({ length: 8 }, (_, at) => aPod(`p${at}`, '500m', 'jvm'));
    return herd({ view: view.cluster, profile: loadAwareProfile(dialect, sight) }, pods);
  };
  const most = (startUp: number): number => Math.max(...shares(places(startUp), names));
  expect(most(0)).toBeGreaterThan(2);
  expect(most(0.3)).toBe(2);
});

test('a new empty node, measured or not, gets its share of what comes within one reading, and does not become the fullest', () => {
  const names = Array.from({ length: 9 }, (_, at) => `n${at}`);
  for (const load of ['of-its-pods', 'unknown']) {
    const world = seen(
      ...names.map((name) => `node ${name} cpu=16`),
      ...names.map((name, at) => `pod on-${name} on ${name} requests=5 uses=${4 + at / 4}`),
      `node fresh cpu=16 load=${load}`,
    );
    const coming = Array.from({ length: 30 }, (_, at) => aPod(`p${at}`, '500m', 'herd'));
    const [fresh, ...others] = shares(herd(world, coming), ['fresh', ...names]);
    expect(fresh).toBeGreaterThanOrEqual(3);
    expect(fresh! * 0.5).toBeLessThanOrEqual(5 + Math.max(...others) * 0.5);
  }
});

test('a node that pods are leaving is liked for the room they leave, before it is measured', () => {
  const nodes = ['node a cpu=8', 'node b cpu=8'];
  const pods = ['a', 'b'].flatMap((node) =>
    [1, 2, 3, 4].map((at) => `pod ${node}${at} on ${node} requests=1 uses=1200m owner=web`),
  );
  const drained = pods.map((line) => (/ [ab][34] on a/.test(line) ? `${line} leaving=yes` : line));
  const before = liked(seen(...nodes, ...pods), aPod('p', '500m', 'web'));
  const after = liked(seen(...nodes, ...drained), aPod('p', '500m', 'web'));
  expect(before['a']).toBe(before['b']);
  expect(after['a']).toBeGreaterThan(after['b']! + 5);
});

test('where every node ends above its line, none is made the one that gets all that is left', () => {
  const names = ['a', 'b', 'c', 'd'];
  const world = seen(
    ...names.map((name) => `node ${name} cpu=8`),
    ...names.map((name, at) => `pod on-${name} on ${name} requests=500m uses=${5.5 + at / 2} owner=heavy`),
  );
  const places = herd(
    world,
    Array.from({ length: 12 }, (_, at) => aPod(`p${at}`, '100m', 'heavy')),
  );
  const counts = shares(places, names);
  expect(Math.max(...counts)).toBeLessThanOrEqual(4);
});

test('C-07, traps 9 and 13: a node without metrics is neither the best nor the worst, and may be chosen', () => {
  const world = seen(...twoAlikeByRequests, 'node c cpu=8 load=unknown');
  const { a, b, c } = liked(world, aPod('p'));
  expect(c).toBeLessThan(b!);
  expect(c).toBeGreaterThan(a!);
  const only = { ...aPod('p'), spec: { ...aPod('p').spec, nodeSelector: { 'kubernetes.io/hostname': 'c' } } };
  expect(placePod(world.view, only, world.profile)).toMatchObject({ kind: 'placed', nodeName: 'c' });
});

test('C-07: where half of the nodes have none, it has nothing to say and the default scores rule', () => {
  const world = seen(
    'node a cpu=8 load=unknown',
    'node b cpu=8',
    'node c cpu=8 load=unknown',
    'pod x on a requests=3 uses=1',
    'pod y on b requests=1 uses=6',
    'pod z on c requests=2 uses=1',
  );
  expect(liked(world, aPod('p'))).toEqual({ a: Number.NaN, b: Number.NaN, c: Number.NaN });
  const placed = placePod(world.view, aPod('p'), world.profile);
  expect(placed).toEqual(placePod(world.view, aPod('p'), defaultProfile(dialect)));
});

test('trap 63: load keeps no pod off any node, hot or not', () => {
  const world = seen('node a cpu=4 load=0.99', 'node b cpu=4 load=0.99', 'pod x on a uses=3900m');
  const says = (profile: Profile) => judgeAll(world.view, aPod('p'), profile).nodes.map(({ verdict }) => verdict);
  expect(says(world.profile)).toEqual(says(defaultProfile(dialect)));
  expect(placePod(world.view, aPod('p'), world.profile).kind).toBe('placed');
});

test('what is expected of a pod is what its siblings use', () => {
  const world = seen(
    'node a cpu=8',
    'node b cpu=8',
    'node c cpu=8',
    'pod hungry-1 on c requests=500m uses=3 owner=hungry',
    'pod modest-1 on c requests=500m uses=100m owner=modest',
    'pod x on a requests=6 uses=3500m',
    'pod y on b requests=6 uses=1',
  );
  const hungry = liked(world, aPod('hungry-2', '500m', 'hungry'));
  const modest = liked(world, aPod('modest-2', '500m', 'modest'));
  expect(hungry['b']! - hungry['a']!).toBeGreaterThan(modest['b']! - modest['a']!);
});

test('pods of a roll-out are expected to do what those did that they replace', () => {
  const world = seen(
    'node a cpu=8',
    'node b cpu=8',
    'node c cpu=8',
    'pod old on c requests=500m uses=3 owner=hungry-1 deployment=hungry',
    'pod new on c requests=500m uses=unknown owner=hungry-2 deployment=hungry',
    'pod alone on c requests=500m uses=unknown owner=other-2 deployment=other',
    'pod x on a requests=6 uses=3500m',
    'pod y on b requests=6 uses=1',
  );
  const hungry = liked(world, aPod('p', '500m', 'hungry-2'));
  const other = liked(world, aPod('p', '500m', 'other-2'));
  expect(hungry['b']! - hungry['a']!).toBeGreaterThan(other['b']! - other['a']!);
});

test('C-08: scores are whole, 0 to 100, the best is 100; kept ones are those of a fresh look', () => {
  const uses = fc.integer({ min: 1, max: 79 }).map((tenths) => `${tenths * 100}m`);
  const requests = fc.constantFrom('100m', '500m', '1', '2');
  const arrivals = fc.array(fc.tuple(requests, fc.constantFrom('one', 'two', 'three')), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(uses, { minLength: 3, maxLength: 6 }), arrivals, (loads, coming) => {
      const world = seen(
        ...loads.map((_, at) => `node n${at} cpu=8`),
        ...loads.map((use, at) => `pod p${at} on n${at} requests=1 uses=${use} owner=${at === 0 ? 'one' : `o${at}`}`),
      );
      world.view.suppose((whatIf) => {
        for (const [at, [request, owner]] of coming.entries()) {
          const pod = aPod(`new-${at}`, request, owner);
          const scores = liked(world, pod);
          expect(scores).toEqual(liked(world, pod, world.afresh()));
          expect(Object.values(scores).every((score) => Number.isInteger(score) && score >= 0)).toBe(true);
          expect(Math.max(...Object.values(scores))).toBe(100);
          const nodeName = `n${at % loads.length}`;
          const placed = world.view.imagined(pod, nodeName);
          whatIf.add(placed, whatIf.rowOf(nodeName));
          if (at % 2 === 1) whatIf.end(placed);
        }
      });
    }),
    { numRuns: 12 },
  );
});
