import { expect, test } from 'vitest';
import { planRelocations } from './plan-relocations.ts';
import { relocationDefaults } from './relocation-options.ts';
import type { NodeReason } from './relocation-plan.ts';
import type { Strategy } from './strategy.ts';
import { stayReasons } from './stay-reasons.ts';
import {
  aProblem,
  type NamedProblem,
  type ProblemLimits,
  type ProblemNode,
  type ProblemPod,
} from '../../../../test/support/a-relocation-problem.ts';

const hot = (name: string, cores = 10): ProblemNode => ({ name, cores, isHot: true });
const cool = (name: string, cores = 10): ProblemNode => ({ name, cores });

const moved = (named: NamedProblem): string[] =>
  planRelocations(named.problem).relocations.map(({ moves }) =>
    moves
      .map(({ pod, from, to }) => `${named.pods[pod]!.name} ${named.nodes[from]!.name}->${named.nodes[to]!.name}`)
      .join(' + '),
  );

function told(named: NamedProblem): {
  readonly reasons: readonly NodeReason[];
  readonly stays: Record<string, unknown>;
} {
  const reasons = stayReasons(planRelocations(named.problem));
  const stays = reasons.flatMap((node) =>
    node.stays.map(({ pod, because }) => [named.pods[pod]!.name, because.kind] as const),
  );
  return { reasons, stays: Object.fromEntries(stays) };
}

interface Case {
  readonly name: string;
  readonly nodes: readonly ProblemNode[];
  readonly pods: readonly ProblemPod[];
  readonly limits?: ProblemLimits;
  readonly want: readonly string[];
}

const base = (name: string, on: string, uses: number): ProblemPod => ({ name, on, uses, isMovable: false });

const cases: readonly Case[] = [
  {
    name: 'B-01: the small pod goes, for the big one would only move the problem',
    nodes: [hot('n1'), cool('n2')],
    pods: [
      { name: 'big', on: 'n1', uses: 4.5 },
      { name: 'small', on: 'n1', uses: 0.3 },
      base('rest', 'n1', 3.4),
      base('n2-rest', 'n2', 4),
    ],
    want: ['small n1->n2'],
  },
  {
    name: 'B-01: what then stands is left in peace',
    nodes: [cool('n1'), cool('n2')],
    pods: [
      { name: 'big', on: 'n1', uses: 4.5 },
      base('rest', 'n1', 3.4),
      { name: 'small', on: 'n2', uses: 0.3 },
      base('n2-rest', 'n2', 4),
    ],
    want: [],
  },
  {
    name: 'B-02: one pod that covers the excess, and no more',
    nodes: [hot('n1'), cool('n2')],
    pods: [
      ...[0.2, 0.2, 0.3, 1.1, 3].map((uses, index) => ({ name: `p${index}`, on: 'n1', uses })),
      base('rest', 'n1', 4.2),
      base('n2-rest', 'n2', 1),
    ],
    want: ['p3 n1->n2'],
  },
  {
    name: 'B-02: the bigger one where the fitting one is protected',
    nodes: [hot('n1'), cool('n2')],
    pods: [
      ...[0.2, 0.2, 0.3].map((uses, index) => ({ name: `p${index}`, on: 'n1', uses })),
      base('p3', 'n1', 1.1),
      { name: 'p4', on: 'n1', uses: 3 },
      base('rest', 'n1', 4.2),
      base('n2-rest', 'n2', 1),
    ],
    want: ['p4 n1->n2'],
  },
  {
    name: 'B-02: none where all of them together would not do',
    nodes: [hot('n1'), cool('n2')],
    pods: [
      ...[0.2, 0.2, 0.3].map((uses, index) => ({ name: `p${index}`, on: 'n1', uses })),
      base('p3', 'n1', 1.1),
      base('p4', 'n1', 3),
      base('rest', 'n1', 4.2),
      base('n2-rest', 'n2', 1),
    ],
    want: [],
  },
  {
    name: 'B-03: of the replicas on a hot node one is in flight at a time',
    nodes: [hot('n1'), cool('n2'), cool('n3')],
    pods: [
      ...['a', 'b', 'c'].map((name) => ({ name, on: 'n1', uses: 1, owner: 'web' })),
      base('rest', 'n1', 6.9),
      base('n2-rest', 'n2', 1),
    ],
    limits: { perOwner: 1 },
    want: ['a n1->n3'],
  },
  {
    name: 'B-09: what daemons alone keep hot is left alone',
    nodes: [hot('n1'), cool('n2')],
    pods: [base('daemons', 'n1', 8.1), { name: 'p', on: 'n1', uses: 0.5 }],
    want: [],
  },
  {
    name: 'B-09: one move where it brings the node under its line',
    nodes: [hot('n1'), cool('n2')],
    pods: [base('daemons', 'n1', 7.8), { name: 'p', on: 'n1', uses: 0.5 }],
    want: ['p n1->n2'],
  },
  {
    name: 'B-17: where nodes are full by requests nobody moves, for no pod could go before another has left',
    nodes: [hot('n1'), cool('n2')],
    pods: [
      { name: 'busy', on: 'n1', uses: 3, requests: 2 },
      { ...base('rest', 'n1', 6), requests: 8 },
      { name: 'idle', on: 'n2', uses: 0.2, requests: 2 },
      { ...base('n2-rest', 'n2', 2), requests: 8 },
    ],
    want: [],
  },
  {
    name: 'pods change places where one of them finds room before the other has left',
    nodes: [{ ...cool('n1'), foretold: 0b00011 }, cool('n2')],
    pods: [
      { name: 'busy', on: 'n1', uses: [1, ...Array.from({ length: 23 }, () => 3)], requests: 2 },
      { ...base('rest', 'n1', 6), requests: 6 },
      { name: 'idle', on: 'n2', uses: 0.2, requests: 2 },
      { ...base('n2-rest', 'n2', 2), requests: 8 },
    ],
    want: ['idle n2->n1 + busy n1->n2'],
  },
  {
    name: 'a pod takes the place of one that finds room on a third node',
    nodes: [hot('n1'), cool('n2'), cool('n3')],
    pods: [
      { name: 'busy', on: 'n1', uses: 3, requests: 3 },
      { ...base('rest', 'n1', 6), requests: 7 },
      { name: 'idle', on: 'n2', uses: 0.2, requests: 2 },
      { ...base('n2-rest', 'n2', 2), requests: 7 },
      { ...base('n3-rest', 'n3', 2), requests: 8 },
    ],
    want: ['idle n2->n3 + busy n1->n2'],
  },
  {
    name: 'trap 22, B-18: where every node is hot nothing moves',
    nodes: [hot('n1'), hot('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 3 }, base('rest', 'n1', 6.9), base('n2-rest', 'n2', 8.2)],
    want: [],
  },
  {
    name: 'trap 23: one node alone has nowhere to send to',
    nodes: [hot('n1')],
    pods: [{ name: 'p', on: 'n1', uses: 9 }],
    want: [],
  },
  {
    name: 'trap 24: a steady balanced cluster is left in peace',
    nodes: [cool('n1'), cool('n2')],
    pods: [
      { name: 'p', on: 'n1', uses: 1.4 },
      { name: 'q', on: 'n2', uses: 0.3 },
    ],
    want: [],
  },
  {
    name: 'trap 25: what runs beside the pods counts, and cannot be moved',
    nodes: [{ ...hot('n1'), otherCores: 8.5 }, cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 0.4 }],
    want: [],
  },
  {
    name: 'trap 25, B-09: nor is a pod moved for the minutes in which unsteady daemons would be under the line without it',
    nodes: [hot('n1'), cool('n2')],
    pods: [
      { ...base('daemons', 'n1', 8.1), noise: 0.5, wanders: 0.5 },
      { name: 'p', on: 'n1', uses: 0.5 },
    ],
    want: [],
  },
  {
    name: 'trap 25: nor two that only together would do something for it',
    nodes: [hot('n1'), cool('n2'), cool('n3')],
    pods: [
      { ...base('daemons', 'n1', 8.4), noise: 0.5 },
      { name: 'p', on: 'n1', uses: 0.8 },
      { name: 'q', on: 'n1', uses: 0.8 },
    ],
    want: [],
  },
  {
    name: 'trap 25: daemons that are above the line for some hours are no reason to leave the others as they are',
    nodes: [hot('n1'), cool('n2')],
    pods: [
      base('daemons', 'n1', 0),
      { ...base('nightly', 'n1', 0), uses: [6, 8.5] },
      { name: 'p', on: 'n1', uses: 2.5 },
    ],
    want: ['p n1->n2'],
  },
  {
    name: 'trap 26: a cordoned node is no target',
    nodes: [hot('n1'), { ...cool('n2'), mayReceive: false }],
    pods: [{ name: 'p', on: 'n1', uses: 3 }, base('rest', 'n1', 6)],
    want: [],
  },
  {
    name: 'trap 26: nor does a cordoned node take one in exchange',
    nodes: [{ ...hot('n1'), mayReceive: false }, cool('n2')],
    pods: [
      { name: 'busy', on: 'n1', uses: 3, requests: 2 },
      { ...base('rest', 'n1', 6), requests: 8 },
      { name: 'idle', on: 'n2', uses: 0.2, requests: 2 },
      { ...base('n2-rest', 'n2', 2), requests: 8 },
    ],
    want: [],
  },
  {
    name: 'trap 28: free room in pieces is no room',
    nodes: [hot('n1'), ...['n2', 'n3', 'n4', 'n5'].map((name) => cool(name))],
    pods: [
      { name: 'p', on: 'n1', uses: 1.5, requests: 1 },
      { ...base('rest', 'n1', 7.5), requests: 9 },
      ...['n2', 'n3', 'n4', 'n5'].map((on) => ({ name: `${on}-rest`, on, uses: 1, requests: 9.5, isMovable: false })),
    ],
    want: [],
  },
  {
    name: 'trap 29: a budget that went below zero is spent, not endless',
    nodes: [hot('n1'), cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 2 }, base('rest', 'n1', 7)],
    limits: { moves: -1 },
    want: [],
  },
  {
    name: 'trap 29: a node that is above its line already has no room below zero',
    nodes: [hot('n1'), cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 0.1 }, base('rest', 'n1', 8.5), base('n2-rest', 'n2', 8.3)],
    want: [],
  },
  {
    name: 'trap 31: hot nodes share one ledger of what the cool node can take',
    nodes: [hot('n1'), hot('n2'), cool('n3')],
    pods: [
      { name: 'p', on: 'n1', uses: 2 },
      base('n1-rest', 'n1', 7),
      { name: 'q', on: 'n2', uses: 2 },
      base('n2-rest', 'n2', 7),
      base('n3-rest', 'n3', 5),
    ],
    want: ['p n1->n3'],
  },
  {
    name: 'trap 32: a move that makes the target as hot is none',
    nodes: [hot('n1'), cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 2 }, base('rest', 'n1', 7), base('n2-rest', 'n2', 7)],
    want: [],
  },
  {
    name: 'trap 35, 36, 37: a pod goes only where it may',
    nodes: [hot('n1'), cool('n2'), cool('n3')],
    pods: [{ name: 'p', on: 'n1', uses: 2, feasible: ['n3'] }, base('rest', 'n1', 7), base('n3-rest', 'n3', 4)],
    want: ['p n1->n3'],
  },
  {
    name: 'trap 39: of equals the first by name goes to the first by name',
    nodes: [hot('n1'), cool('n3'), cool('n2')],
    pods: [{ name: 'q', on: 'n1', uses: 2 }, { name: 'p', on: 'n1', uses: 2 }, base('rest', 'n1', 5)],
    want: ['p n1->n2'],
  },
  {
    name: 'no return to a node that was left lately',
    nodes: [hot('n1'), cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 2, leftLately: ['n2'] }, base('rest', 'n1', 7)],
    want: [],
  },
  {
    name: 'a resting pod rests',
    nodes: [hot('n1'), cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 2, isResting: true }, base('rest', 'n1', 7)],
    want: [],
  },
  {
    name: 'trap 51: moves in flight from before count',
    nodes: [hot('n1'), cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 2 }, base('rest', 'n1', 7)],
    limits: { perNode: 2, inFlightOfNode: { n1: 2 } },
    want: [],
  },
  {
    name: 'a node that a pod has just left, and that is under its line now, is not hot by what was measured before',
    nodes: [{ ...hot('n1'), foretold: 0b00000, wasRelieved: true }, cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 2, wanders: 2 }, base('rest', 'n1', 5)],
    want: [],
  },
  {
    name: 'one that is still above it gives up another',
    nodes: [{ ...hot('n1'), foretold: 0b00000, wasRelieved: true }, cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 2 }, base('rest', 'n1', 7)],
    want: ['p n1->n2'],
  },
  {
    name: 'one that nothing has left is hot by its verdict',
    nodes: [{ ...hot('n1'), foretold: 0b00000 }, cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: 2, wanders: 2 }, base('rest', 'n1', 5)],
    want: ['p n1->n2'],
  },
  {
    name: 'a node is foretold to be hot in three of five passes before pods leave it',
    nodes: [{ ...cool('n1'), foretold: 0b00001 }, cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: [1, ...Array.from({ length: 23 }, () => 4)] }, base('rest', 'n1', 6)],
    want: [],
  },
  {
    name: 'a peak that is to come is moved away before it comes',
    nodes: [{ ...cool('n1'), foretold: 0b00011 }, cool('n2')],
    pods: [{ name: 'p', on: 'n1', uses: [1, ...Array.from({ length: 23 }, () => 4)] }, base('rest', 'n1', 6)],
    want: ['p n1->n2'],
  },
  {
    name: 'peaks at different hours may share a node',
    nodes: [hot('n1'), cool('n2'), cool('n3')],
    pods: [
      { name: 'p', on: 'n1', uses: [5, 5, 0, 0] },
      base('n1-rest', 'n1', 5),
      { name: 'day', on: 'n2', uses: [6, 6, 0, 0], isMovable: false },
      { name: 'night', on: 'n3', uses: [1, 1, 7, 7], isMovable: false },
    ],
    want: ['p n1->n3'],
  },
  {
    name: 'a pod goes where its start does no harm',
    nodes: [hot('n1'), cool('n2'), cool('n3', 40)],
    pods: [
      { name: 'p', on: 'n1', uses: 2, startUp: 3.5 },
      base('n1-rest', 'n1', 7),
      base('n2-rest', 'n2', 4.9),
      base('n3-rest', 'n3', 26),
    ],
    want: ['p n1->n3'],
  },
  {
    name: 'a pod without such a start goes to the coolest',
    nodes: [hot('n1'), cool('n2'), cool('n3', 40)],
    pods: [
      { name: 'p', on: 'n1', uses: 2 },
      base('n1-rest', 'n1', 7),
      base('n2-rest', 'n2', 4.9),
      base('n3-rest', 'n3', 26),
    ],
    want: ['p n1->n2'],
  },
  {
    name: 'an hour above the line is not worth a start that fills another node',
    nodes: [hot('n1'), cool('n2')],
    pods: [
      { name: 'p', on: 'n1', uses: [2, ...Array.from({ length: 23 }, () => 0.5)], startUp: 7 },
      base('n1-rest', 'n1', 7),
      base('n2-rest', 'n2', 4.9),
    ],
    want: [],
  },
  {
    name: 'trap 27: no resource pays for another',
    nodes: [
      { ...hot('n1'), memory: 10 },
      { ...cool('n2'), memory: 10 },
    ],
    pods: [
      { name: 'p', on: 'n1', uses: 2, memory: 3 },
      base('rest', 'n1', 7),
      { ...base('n2-rest', 'n2', 1), memory: 6 },
    ],
    want: [],
  },
];

for (const { name, nodes, pods, limits, want } of cases) {
  test(name, () => {
    expect(moved(aProblem(nodes, pods, limits))).toEqual(want);
    expect(moved(aProblem(nodes.toReversed(), pods.toReversed(), limits))).toEqual(want);
  });
}

test('trap 25, B-09: the reason names where what cannot leave keeps the node', () => {
  const { reasons, stays } = told(
    aProblem([hot('n1'), cool('n2')], [base('daemons', 'n1', 8.1), { name: 'p', on: 'n1', uses: 0.5 }]),
  );
  expect(reasons.map(({ outcome }) => outcome)).toEqual(['immovable-load']);
  expect(stays).toEqual({ daemons: 'unmovable', p: 'immovable-load' });
  expect(reasons[0]!.stays.find(({ because: { kind } }) => kind === 'immovable-load')?.because).toEqual({
    kind: 'immovable-load',
    resource: 'cpu',
    load: expect.closeTo(0.81, 6),
  });
});

test('B-01: the reason names what the target would bear', () => {
  const named = aProblem(cases[0]!.nodes, cases[0]!.pods);
  const stays = stayReasons(planRelocations(named.problem)).flatMap((node) => node.stays);
  // relieved by the small one, the node has no more need of it
  expect(stays.find(({ pod }) => named.pods[pod]!.name === 'big')?.because).toMatchObject({
    kind: 'heats-target',
    to: 1,
    load: expect.closeTo(0.88, 6),
  });
});

test('a plan tells what both nodes bear before and after', () => {
  const named = aProblem([hot('n1'), cool('n2')], [{ name: 'p', on: 'n1', uses: 2 }, base('rest', 'n1', 7)]);
  const [relocation] = planRelocations(named.problem).relocations;
  const shares = relocation!.changes.map(({ before, after }) => [before[0]!.now, after[0]!.now]);
  expect(shares).toEqual([
    [0.9, 0.7],
    [0, 0.2],
  ]);
  expect(relocation!.avoidsMinutes).toBeCloseTo(1440, 3);
});

test('every pod that stays on a node at risk says why', () => {
  const { reasons, stays } = told(
    aProblem(
      [hot('n1'), { ...cool('n2'), mayReceive: true }],
      [
        base('daemon', 'n1', 6),
        { name: 'resting', on: 'n1', uses: 1, isResting: true },
        { name: 'pinned', on: 'n1', uses: 1, feasible: [] },
        { name: 'wide', on: 'n1', uses: 1, requests: 9 },
        { name: 'busy', on: 'n1', uses: 7.5 },
        { name: 'tiny', on: 'n1', uses: 0.001 },
        { ...base('n2-rest', 'n2', 1), requests: 5 },
      ],
    ),
  );
  expect(stays).toEqual({
    daemon: 'unmovable',
    resting: 'resting',
    pinned: 'no-feasible-target',
    wide: 'no-room',
    busy: 'heats-target',
    tiny: 'not-worth-it',
  });
  expect(reasons.map(({ outcome }) => outcome)).toEqual(['nothing-helps']);
});

test('where budgets are spent the node says so', () => {
  const { reasons } = told(
    aProblem([hot('n1'), cool('n2')], [{ name: 'p', on: 'n1', uses: 2 }, base('rest', 'n1', 7)], { moves: 0 }),
  );
  expect(reasons.map(({ outcome }) => outcome)).toEqual(['budget-spent']);
});

test('of two targets alike the one is taken whose load falls when the pod rises', () => {
  const uses = [2, 2, 2, 2];
  const named = aProblem(
    [hot('n1'), cool('n2'), cool('n3')],
    [
      { name: 'p', on: 'n1', uses, wanders: 1, residuals: [1, -1, 1, -1] },
      base('rest', 'n1', 7),
      { ...base('same', 'n2', 5), wanders: 1, residuals: [1, -1, 1, -1] },
      { ...base('opposite', 'n3', 5), wanders: 1, residuals: [-1, 1, -1, 1] },
    ],
  );
  expect(moved(named)).toEqual(['p n1->n3']);
});

const twoTargets = aProblem(
  [hot('n1'), { ...cool('full'), otherCores: 4 }, cool('empty')],
  [{ name: 'p', on: 'n1', uses: 2, noise: 0.5 }, base('rest', 'n1', 7)],
);
const targets = [
  ['least_loaded', 'empty'],
  ['balanced', 'empty'],
  ['fewest_moves', 'empty'],
  ['binpack', 'full'],
] as const;

for (const [strategy, target] of targets) {
  test(`${strategy} moves to the ${target} of two cool nodes`, () => {
    const [relocation] = planRelocations(twoTargets.problem, { ...relocationDefaults, strategy }).relocations;
    expect(relocation!.moves.map(({ to }) => twoTargets.nodes[to]!.name)).toEqual([target]);
  });
}

test('binpack takes no target that a pod would heat, and no move that pays nothing', () => {
  const binpack = { ...relocationDefaults, strategy: 'binpack' } as const;
  const tight = aProblem(
    [hot('n1'), { ...cool('full'), otherCores: 7 }, cool('empty')],
    [{ name: 'p', on: 'n1', uses: 2, noise: 0.5 }, base('rest', 'n1', 7)],
  );
  const [relocation] = planRelocations(tight.problem, binpack).relocations;
  expect(tight.nodes[relocation!.moves[0]!.to]!.name).toBe('empty');
  const quiet = aProblem([cool('n1'), cool('n2')], [{ name: 'p', on: 'n1', uses: 2 }]);
  expect(planRelocations(quiet.problem, binpack).relocations).toEqual([]);
});

test('fewest_moves leaves what pays only once for an eviction', () => {
  const barely = aProblem(
    [hot('n1'), cool('n2')],
    [{ name: 'p', on: 'n1', uses: 1, noise: 0.8 }, base('rest', 'n1', 5.1)],
  );
  const plan = (strategy: Strategy) => planRelocations(barely.problem, { ...relocationDefaults, strategy }).relocations;
  expect(plan('least_loaded')).toHaveLength(1);
  expect(plan('fewest_moves')).toEqual([]);
});

test('B-03: the second replica stays until the first has landed', () => {
  const named = aProblem(
    [hot('n1'), cool('n2')],
    [
      { name: 'a', on: 'n1', uses: 1.5, owner: 'web' },
      { name: 'b', on: 'n1', uses: 1.5, owner: 'web' },
      { name: 'c', on: 'n1', uses: 1.4 },
      base('rest', 'n1', 6),
    ],
    { perOwner: 1, inFlightOfOwner: { web: 1 } },
  );
  expect(told(named).stays).toMatchObject({ a: 'in-flight', b: 'in-flight' });
});
