// What a clairvoyant leaves of each instance, computed once and stored: node bench/replay/references.ts [--only LIST] [--data DIR]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Family, families, replayCatalogue } from '#simulation/replay/catalogue.ts';
import { annealedPlacement } from '#simulation/replay/clairvoyant/annealing.ts';
import { greedyMoves, greedyWithSwaps } from '#simulation/replay/clairvoyant/greedy.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { Relocation } from '#simulation/replay/policy.ts';
import { runReplay } from '#simulation/replay/run-replay.ts';
import type { ClairvoyantReference } from '#simulation/replay/score.ts';
import { fewestMoves } from './fewest-moves.ts';
import { readTraces, vendoredTraces } from './read-traces.ts';
import { readReferences, storedReferences, writeReferences } from './references-file.ts';

/** Families whose pods are all there from the beginning: for others no single placement is right. */
const settled: ReadonlySet<Family> = new Set(['PL', 'PL-warm', 'DI-FF', 'DI-LA', 'BB', 'MILP-S'] as const);
const mostGreedyMoves = 200;
const repackSeeds = [1, 2];
const repackIterations = 200_000;
/** Steps of overload a pod must save to be worth its move: they spread the frontier over budgets. */
const penalties = [5, 10, 20, 35, 60];
const penaltyIterations = 60_000;

type Point = readonly [moves: number, minutes: number];

async function referenceOf(instance: ReplayInstance, isSmall: boolean): Promise<ClairvoyantReference> {
  const greedy = [greedyMoves(instance, mostGreedyMoves), greedyWithSwaps(instance, mostGreedyMoves)];
  const repacks = repackSeeds.map((seed) => annealed(instance, seed, repackIterations, 0));
  const few = penalties.map((penalty) => annealed(instance, 1, penaltyIterations, penalty));
  const found = leastFirst([
    [0, minutesAfter(instance, [])],
    ...greedy.flatMap((all) => pointsOf(instance, all)),
    ...repacks,
    ...few,
  ]);
  const optimum = isSmall ? await fewestMoves(instance, found.at(-1)!) : undefined;
  const frontier = optimum === undefined ? found : leastFirst([...found, [optimum.moves, optimum.over80]]);
  return { frontier, repack: frontier.at(-1)![1], ...(optimum && { optimum }) };
}

/** After each of these relocations. */
function pointsOf(instance: ReplayInstance, relocations: readonly Relocation[]): Point[] {
  let moves = 0;
  return relocations.map((relocation, index) => {
    moves += 'to' in relocation ? 1 : 2;
    return [moves, minutesAfter(instance, relocations.slice(0, index + 1))];
  });
}

function annealed(instance: ReplayInstance, seed: number, iterations: number, perMovedPod: number): Point {
  const placement = annealedPlacement(instance, { seed, iterations, perMovedPod });
  const moved = placement.reduce((count, node, pod) => (node === instance.start[pod] ? count : count + 1), 0);
  return [moved, minutesUnder(instance, placement)];
}

/** The points that no other beats with as few moves, by moves. */
function leastFirst(points: readonly Point[]): Point[] {
  const frontier: Point[] = [];
  for (const point of points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (frontier.length === 0 || point[1] < frontier.at(-1)![1]) frontier.push(point);
  }
  return frontier;
}

const minutesAfter = (instance: ReplayInstance, relocations: readonly Relocation[]): number =>
  runReplay(instance, { name: 'clairvoyant', begin: () => ({ decide: (step) => (step === 0 ? relocations : []) }) })
    .over80;

/** Step 0 under the start, the rest under the placement: the way there is left out, for swaps may have to be woven. */
function minutesUnder(instance: ReplayInstance, placement: Int32Array): number {
  const idle = { name: 'clairvoyant', begin: () => ({ decide: () => [] }) };
  const steps = instance.use.steps;
  const first = runReplay({ ...instance, use: { ...instance.use, steps: 1 } }, idle).over80;
  return first + runReplay({ ...instance, start: placement, countFrom: Math.min(1, steps) }, idle).over80;
}

const { values } = parseArgs({ options: { only: { type: 'string' }, data: { type: 'string' } } });
const file = values.data === undefined ? storedReferences : join(values.data, 'references.json');
const catalogue = replayCatalogue(readTraces(values.data ?? vendoredTraces));
for (const family of families.filter((family) => settled.has(family))) {
  for (const instance of catalogue[family]) {
    const names = values.only?.split(',');
    if (names !== undefined && !names.includes(instance.name) && !names.includes(family)) continue;
    const reference = await referenceOf(instance, family === 'MILP-S');
    writeReferences(file, { ...readReferences(file), [instance.name]: reference });
    console.log(instance.name, JSON.stringify(reference));
  }
}
