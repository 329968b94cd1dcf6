import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dialectOf } from '#api/dialect.ts';
import type { MigrationPlan, ProposedMove } from '#decisions/rescheduling/plan/migration-plan.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { whereCouldItGo } from '#decisions/scheduling/where-could-it-go.ts';
import { readLine, type StoryLine } from './read-story.ts';
import { storyWorld } from './story-world.ts';

const profile = defaultProfile(dialectOf('37').dialect);
const nodeNames = ['a', 'b', 'c', 'd', 'e'];
const owners = ['x', 'y', 'z', 'u', 'v', 'w'];

/** Mostly seen and open; hot where their pods make them so. */
const aNode = (name: string): fc.Arbitrary<string> =>
  fc
    .constantFrom('', '', '', '', 'cordoned=yes', 'load=0.95', 'load=unknown')
    .map((more) => `node ${name} cpu=4 ${more}`);

const aPod = (name: string): fc.Arbitrary<string> =>
  fc
    .record({
      on: fc.constantFrom('a', 'a', ...nodeNames),
      owner: fc.constantFrom(...owners, name, name),
      uses: fc.constantFrom('50m', '200m', '600m', '900m', '1500m', 'unknown'),
      requests: fc.constantFrom('100m', '500m', '1', '2'),
      more: fc.constantFrom('', '', '', 'annotation=reschedule.skipped', 'kind=DaemonSet', 'only=a'),
    })
    .map(
      ({ on, owner, uses, requests, more }) =>
        `pod ${name} on ${on} owner=${owner} uses=${uses} requests=${requests} ${more}`,
    );

const aBudget = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...owners), fc.constantFrom(0, 0, 1))
    .map(([owner, allows]) => `budget ${name} over ${owner} allows=${allows}`);

const lines = fc
  .tuple(
    fc.tuple(...nodeNames.map((name) => aNode(name))),
    fc
      .integer({ min: 2, max: 14 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => aPod(`p${at}`)))),
    fc
      .array(fc.constantFrom('first', 'second', 'third'), { maxLength: 3 })
      .chain((names) => fc.tuple(...[...new Set(names)].map((name) => aBudget(name)))),
    fc.constantFrom('', 'rule coverage=0.2'),
  )
  .map(([nodes, pods, budgets, rule]) => [nodes, pods, budgets, rule === '' ? [] : [rule]].flat());

interface Planned {
  readonly plan: MigrationPlan;
  readonly world: ReturnType<typeof storyWorld>;
  readonly said: (word: string, name: string) => StoryLine;
}

function planned(told: readonly string[]): Planned {
  const world = storyWorld(told);
  const read = told.map((line) => readLine(line));
  return {
    world,
    plan: planMigrations(world.view, { ...world.options, profile }),
    said: (word, name) => read.find(({ words }) => words[0] === word && words[1] === name)!,
  };
}

/** By node: what it would be asked for, once the moves are made. */
function requestedAfter(moves: readonly ProposedMove[], { view }: Planned['world']): ReadonlyMap<string, number> {
  const landed = new Map(moves.map(({ pod, to }) => [pod.uid, to]));
  const sums = new Map<string, number>();
  for (const { uid, nodeName, usage } of view.cluster.pods()) {
    const node = landed.get(uid) ?? nodeName;
    sums.set(node, (sums.get(node) ?? 0) + usage.amounts[0]!);
  }
  return sums;
}

function fitsNow({ pod, to }: ProposedMove, { view: { cluster } }: Planned['world']): boolean {
  const found = whereCouldItGo(cluster, cluster.pod(`${pod.namespace}/${pod.name}`)!, profile);
  return found.kind === 'movable' && found.nodes.find(({ nodeName }) => nodeName === to)?.verdict.kind === 'fits';
}

const most = (names: readonly string[]): number =>
  Math.max(0, ...[...Map.groupBy(names, (name) => name).values()].map(({ length }) => length));

test('a plan leaves alone what it must, keeps its budgets, and is the same whatever the order', () => {
  let moved = 0;
  fc.assert(
    fc.property(lines, (told) => {
      const { plan, world, said } = planned(told);
      const { moves } = plan;
      moved += moves.length;
      expect(planned(told.toReversed()).plan).toEqual(plan);
      if (plan.sight === 'blind') expect(moves).toEqual([]);
      expect(moves.length).toBeLessThanOrEqual(planDefaults.budgets.perPass);
      expect(plan.budgets.pass).toEqual({ limit: planDefaults.budgets.perPass, planned: moves.length });
      expect(most(moves.map(({ pod }) => pod.uid))).toBeLessThanOrEqual(1);
      expect(most(moves.map(({ workload }) => workload.uid))).toBeLessThanOrEqual(1);
      expect(most(moves.map(({ from }) => from))).toBeLessThanOrEqual(2);
      expect(most(moves.map(({ to }) => to))).toBeLessThanOrEqual(2);
      for (const [first] of Map.groupBy(moves, ({ together }) => together).values()) {
        const { load } = world.view;
        expect(load.verdict(load.rowNamed(first!.from)!)).toBe('hot');
      }
      for (const { pod, workload, to } of moves) {
        const { of } = said('pod', pod.name);
        expect({ uses: of['uses'] === 'unknown', annotation: of['annotation'], kind: of['kind'] }).toEqual({
          uses: false,
        });
        expect(said('node', to).of).not.toMatchObject({ load: 'unknown' });
        const over = told.filter((line) => line.startsWith('budget') && line.includes(` over ${workload.name} `));
        expect(over.length < 2 && over.every((line) => line.endsWith('allows=1'))).toBe(true);
      }
    }),
    { numRuns: 100, seed: 8 },
  );
  // worlds in which nothing ever moves would prove nothing
  expect(moved).toBeGreaterThan(10);
});

test('the scheduler would let the first of moves that go together be, and in their order no node is asked for more than it has', () => {
  fc.assert(
    fc.property(lines, (told) => {
      const { plan, world } = planned(told);
      for (const group of Map.groupBy(plan.moves, ({ together }) => together).values())
        expect(fitsNow(group[0]!, world)).toBe(true);
      const before = requestedAfter([], world);
      for (let made = 1; made <= plan.moves.length; made++) {
        for (const [node, milli] of requestedAfter(plan.moves.slice(0, made), world))
          expect(milli).toBeLessThanOrEqual(Math.max(4000, before.get(node) ?? 0));
      }
    }),
    { numRuns: 60, seed: 9 },
  );
});

/** Of 4 cores each, measured by five signals, near enough to their lines to be brought over them. */
const aWatchedNode = (name: string): fc.Arbitrary<string> =>
  fc
    .record({
      'load-average': fc.constantFrom('0.2', '0.4', '0.9', '1.3', '1.6', '1.8', '2', undefined),
      traffic: fc.constantFrom('0.1', '0.5', '0.7', '0.85', '0.95', undefined),
      disk: fc.constantFrom('0.3', '0.75', '0.9', ...Array<undefined>(7)),
      latency: fc.constantFrom('100', '100', '470', '640', ...Array<undefined>(6)),
    })
    .map((signals) => {
      const known = Object.entries(signals).filter(([, value]) => value !== undefined);
      return [`node ${name} cpu=4`, ...known.map(([signal, value]) => `${signal}=${value}`)].join(' ');
    });

const aBusyPod = (name: string): fc.Arbitrary<string> =>
  fc
    .record({
      on: fc.constantFrom('a', 'a', 'a', 'b', 'b', ...nodeNames),
      uses: fc.constantFrom('100m', '300m', '500m', '900m', '1400m'),
      more: fc.constantFrom('', '', '', 'kind=DaemonSet'),
    })
    .map(({ on, uses, more }) => `pod ${name} on ${on} uses=${uses} requests=100m ${more}`);

const watched = fc
  .tuple(
    fc.tuple(...nodeNames.map((name) => aWatchedNode(name))),
    fc
      .integer({ min: 8, max: 16 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => aBusyPod(`p${at}`)))),
    fc.constantFrom([], ['rule surge=held'], ['rule surge=held', 'node-rule all max-load=1 max-latency=400ms']),
  )
  .map(([nodes, pods, more]) => [nodes, pods, more].flat());

const coresIn = ({ of }: StoryLine): number => Number(of['uses']!.replace('m', '')) / 1000;
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Reckoned anew, from the words alone: what a node bears of each signal, with these pods on it. */
function bornBy(told: readonly string[], placed: ReadonlyMap<string, string>) {
  const read = told.map((line) => readLine(line));
  const nodes = read.filter(({ words }) => words[0] === 'node');
  const pods = read.filter(({ words }) => words[0] === 'pod');
  const homeOf = ({ words }: StoryLine): string => words[3]!;
  const usedOn = (node: string): number => sumOf(pods.filter((pod) => homeOf(pod) === node).map(coresIn));
  const valueOn = (node: string, signal: string): number =>
    Number(nodes.find(({ words }) => words[1] === node)!.of[signal] ?? Number.NaN);
  const partOf = (pod: StoryLine, signal: string): number => {
    const home = homeOf(pod);
    const level = valueOn(home, signal) * (signal === 'traffic' ? 1 : 4);
    const isAllRunning = signal === 'load-average' && level <= usedOn(home);
    // where cores are idle, what waits is nobody's that is known
    if (signal === 'load-average' && !isAllRunning && usedOn(home) < 2) return 0;
    const part = isAllRunning ? coresIn(pod) : (level * coresIn(pod)) / usedOn(home);
    return Number.isNaN(part) ? 0 : part;
  };
  return (node: string, signal: string): number => {
    const came = pods.filter(({ words }) => placed.get(words[1]!) === node && words[3] !== node);
    const went = pods.filter(({ words }) => words[3] === node && (placed.get(words[1]!) ?? node) !== node);
    if (signal === 'cpu') return (usedOn(node) + sumOf(came.map(coresIn)) - sumOf(went.map(coresIn))) / 4;
    const change = sumOf(came.map((pod) => partOf(pod, signal))) - sumOf(went.map((pod) => partOf(pod, signal)));
    return valueOn(node, signal) + change / (signal === 'traffic' ? 1 : 4);
  };
}

test('no move brings its target over any of its lines, and none goes where one is passed or near', () => {
  const lines = { cpu: 0.8, 'load-average': 1.5, traffic: 0.8 };
  const made = { forLoad: 0, forTraffic: 0, byRule: 0, other: 0 };
  fc.assert(
    fc.property(watched, (told) => {
      const { plan } = planned(told);
      const before = bornBy(told, new Map());
      const born = bornBy(told, new Map(plan.moves.map(({ pod, to }) => [pod.name, to])));
      for (const { to, reason } of plan.moves) {
        for (const [signal, line] of Object.entries(lines)) {
          const after = born(to, signal);
          // a hot node that gets a pod in exchange may be above its line still
          const isOver = before(to, signal) <= line && after > line + 1e-9;
          expect({ to, signal, over: isOver ? after : 0 }).toEqual({ to, signal, over: 0 });
        }
        expect(before(to, 'disk') >= 0.72 || before(to, 'latency') >= 450).toBe(false);
        if (/: load \d/.test(reason)) made.forLoad++;
        else if (/: traffic \d/.test(reason)) made.forTraffic++;
        else if (reason.startsWith('NodeLoadRule')) made.byRule++;
        else made.other++;
      }
    }),
    { numRuns: 200, seed: 11 },
  );
  // of each kind there must have been some
  for (const count of Object.values(made)) expect(count, JSON.stringify(made)).toBeGreaterThan(3);
});
