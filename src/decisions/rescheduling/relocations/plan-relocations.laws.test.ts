import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planRelocations } from './plan-relocations.ts';
import {
  aProblem,
  type NamedProblem,
  type ProblemLimits,
  type ProblemNode,
  type ProblemPod,
} from '../../../../test/support/a-relocation-problem.ts';

const nodeNames = ['a', 'b', 'c', 'd', 'e'];
const cores = (most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: most * 10 }).map((tenths) => tenths / 10);

const aNode = (name: string): fc.Arbitrary<ProblemNode> =>
  fc.record({
    name: fc.constant(name),
    cores: fc.constantFrom(8, 16),
    isHot: fc.boolean(),
    foretold: fc.constantFrom(0, 0b1111, 0b1111),
    mayReceive: fc.constantFrom(true, true, true, false),
  });

const aPod = (name: string): fc.Arbitrary<ProblemPod> =>
  fc.record({
    name: fc.constant(name),
    on: fc.constantFrom(...nodeNames),
    uses: fc.oneof(cores(4), fc.array(cores(4), { minLength: 4, maxLength: 4 })),
    noise: cores(1),
    requests: cores(2),
    owner: fc.constantFrom('x', 'y', name),
    isMovable: fc.constantFrom(true, true, true, false),
    isResting: fc.constantFrom(false, false, false, true),
    leftLately: fc.constantFrom([], ['a']),
    feasible: fc.constantFrom(nodeNames, nodeNames, ['b', 'c']),
  });

const world = fc.record({
  nodes: fc.tuple(...nodeNames.map((name) => aNode(name))),
  pods: fc
    .integer({ min: 15, max: 30 })
    .chain((count) =>
      fc.tuple(...Array.from({ length: count }, (_, index) => aPod(`p${String(index).padStart(2, '0')}`))),
    ),
  limits: fc.record({
    moves: fc.integer({ min: 0, max: 6 }),
    perOwner: fc.integer({ min: 0, max: 2 }),
    perNode: fc.integer({ min: 0, max: 3 }),
  }),
});

interface World {
  readonly nodes: readonly ProblemNode[];
  readonly pods: readonly ProblemPod[];
  readonly limits: Required<Pick<ProblemLimits, 'moves' | 'perOwner' | 'perNode'>>;
}

interface NamedMove {
  readonly pod: ProblemPod;
  readonly from: ProblemNode;
  readonly to: ProblemNode;
}

const movesOf = ({ problem, nodes, pods }: NamedProblem): NamedMove[] =>
  planRelocations(problem).relocations.flatMap(({ moves }) =>
    moves.map(({ pod, from, to }) => ({ pod: pods[pod]!, from: nodes[from]!, to: nodes[to]! })),
  );

function countBy(moves: readonly NamedMove[], key: (move: NamedMove) => string): number {
  const counts = new Map<string, number>();
  for (const move of moves) counts.set(key(move), (counts.get(key(move)) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** Of one node: a move touches the node that it leaves and the one that it comes to. */
function mostTouches(moves: readonly NamedMove[]): number {
  const touched = Map.groupBy(
    moves.flatMap(({ from, to }) => [from.name, to.name]),
    (name) => name,
  );
  return Math.max(0, ...[...touched.values()].map(({ length }) => length));
}

const holds = (law: (world: World) => void, numRuns: number = 100): void =>
  fc.assert(fc.property(world, law), { numRuns });

test('worlds are not all quiet: most of what follows would hold of no moves', () => {
  const planned = fc
    .sample(world, { numRuns: 1000, seed: 1 })
    .map((one) => planRelocations(aProblem(one.nodes, one.pods, one.limits).problem).relocations);
  expect(planned.filter(({ length }) => length > 0).length).toBeGreaterThan(150);
  const makingRoom = planned.flat().filter(({ moves }) => moves.some((move) => move.makesRoomFor !== undefined));
  expect(makingRoom.length).toBeGreaterThan(2);
});

test('a pod goes only where it may, when it may, and once', () => {
  holds(({ nodes, pods, limits }) => {
    const moves = movesOf(aProblem(nodes, pods, limits));
    for (const { pod, to } of moves) {
      expect(pod.isMovable).toBe(true);
      expect(pod.isResting).toBe(false);
      expect(pod.feasible).toContain(to.name);
      expect(pod.leftLately).not.toContain(to.name);
      expect(to.mayReceive).toBe(true);
    }
    expect(countBy(moves, ({ pod }) => pod.name)).toBeLessThanOrEqual(1);
  });
});

test('budgets are never exceeded', () => {
  holds(({ nodes, pods, limits }) => {
    const moves = movesOf(aProblem(nodes, pods, limits));
    expect(moves.length).toBeLessThanOrEqual(limits.moves);
    expect(countBy(moves, ({ pod }) => pod.owner!)).toBeLessThanOrEqual(limits.perOwner);
    expect(mostTouches(moves)).toBeLessThanOrEqual(limits.perNode);
  });
});

test('in the order of the plan, no node that takes a pod is asked for more than it has', () => {
  holds(({ nodes, pods, limits }) => {
    const at = new Map(pods.map((pod) => [pod.name, pod.on]));
    for (const { pod, to } of movesOf(aProblem(nodes, pods, limits))) {
      at.set(pod.name, to.name);
      const asked = pods.filter(({ name }) => at.get(name) === to.name).reduce((sum, pod) => sum + pod.requests!, 0);
      expect(asked).toBeLessThanOrEqual(to.cores + 1e-6);
    }
  }, 1000);
});

test('every relocation that is whole lowers the risk by more than its price', () => {
  holds(({ nodes, pods, limits }) => {
    for (const relocation of planRelocations(aProblem(nodes, pods, limits).problem).relocations) {
      expect(relocation.avoidsMinutes).toBeGreaterThan(relocation.priceMinutes);
      if (relocation.follow.length > 0) continue;
      const [before, after] = [
        relocation.changes.map((change) => change.before),
        relocation.changes.map((change) => change.after),
      ].map((loads) => loads.flat().reduce((sum, { riskMinutes }) => sum + riskMinutes, 0));
      expect(before! - after!).toBeCloseTo(relocation.avoidsMinutes, 6);
    }
  });
});

test('the order in which a snapshot is given changes nothing', () => {
  holds(({ nodes, pods, limits }) => {
    const told = (moves: readonly NamedMove[]): string[] =>
      moves.map(({ pod, from, to }) => `${pod.name} ${from.name} ${to.name}`);
    const plan = told(movesOf(aProblem(nodes, pods, limits)));
    expect(told(movesOf(aProblem(nodes, pods, limits)))).toEqual(plan);
    expect(told(movesOf(aProblem(nodes.toReversed(), pods.toReversed(), limits)))).toEqual(plan);
  });
});
