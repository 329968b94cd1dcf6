import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dialectOf } from '#api/dialect.ts';
import type { MigrationPlan, ProposedMove } from '#decisions/rescheduling/migration-plan.ts';
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

test('the scheduler would let each single move be, and no node is asked for more than it has', () => {
  fc.assert(
    fc.property(lines, (told) => {
      const { plan, world } = planned(told);
      for (const group of Map.groupBy(plan.moves, ({ together }) => together).values()) {
        const [{ pod, to }] = group as [ProposedMove];
        if (group.some(({ from }) => from === to)) continue; // an exchange fits once both have left
        const { cluster } = world.view;
        const found = whereCouldItGo(cluster, cluster.pod(`${pod.namespace}/${pod.name}`)!, profile);
        expect(found.kind === 'movable' && found.nodes.find(({ nodeName }) => nodeName === to)?.verdict.kind).toBe(
          'fits',
        );
      }
      const before = requestedAfter([], world);
      for (const [node, milli] of requestedAfter(plan.moves, world)) {
        expect(milli).toBeLessThanOrEqual(Math.max(4000, before.get(node) ?? 0));
      }
    }),
    { numRuns: 60, seed: 9 },
  );
});
