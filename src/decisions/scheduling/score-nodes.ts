import { mixed } from '#base/hash.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import type { ClassSheet } from './class-sheet.ts';
import type { Normalise, Rows } from './framework.ts';
import type { Scratch } from './judgement.ts';
import type { Profile } from './profile.ts';

/** One plugin's share in a decision. */
export interface ScoreColumn {
  readonly plugin: string;
  readonly weight: number;
  readonly rawOf: (row: number) => number;
  /** 0 to 100. */
  readonly scoreOf: (row: number) => number;
}

/** Or why scoring breaks: the pod then goes nowhere, though nodes fit. */
export type Scoring = Scored | { readonly broken: string };

export interface Scored {
  readonly columns: readonly ScoreColumn[];
  /** By row: weighted sums, but for what all nodes got alike. */
  readonly totals: Int32Array;
}

const at = (column: Int32Array) => (row: number) => column[row]!;
const always = (value: number) => () => value;

/** What normalising makes of nodes that all got the same. */
function normalisedAlike(raw: number, normalise: Normalise | undefined): number {
  if (normalise === undefined) return raw;
  const normalised = new Int32Array(1);
  normalise({ list: new Int32Array(1), count: 1 }, Int32Array.of(raw), normalised);
  return normalised[0]!;
}

function normalisedOver(feasible: Rows, raw: Int32Array, normalise: Normalise | undefined): Int32Array {
  if (normalise === undefined) return raw;
  const normalised = new Int32Array(raw.length);
  normalise(feasible, raw, normalised);
  return normalised;
}

/** Scores the nodes that fit: what is known of the class, normalised over these nodes, and what looks across the cluster. */
export function scoreNodes(
  sheet: ClassSheet,
  profile: Profile,
  scratch: Scratch,
  pod: ComingPod,
  view: ClusterView,
  feasible: Rows,
): Scoring {
  if (sheet.broken !== undefined) return { broken: sheet.broken };
  const columns: ScoreColumn[] = [];
  const { settled } = sheet.scores;
  let totals = settled;
  const { list, count } = feasible;

  const add = (scores: Int32Array, weight: number): void => {
    if (totals === settled) {
      totals = scratch.totals;
      totals.set(settled);
    }
    for (let place = 0; place < count; place++) totals[list[place]!]! += weight * scores[list[place]!]!;
  };
  const alike = (plugin: string, weight: number, raw: number, normalise: Normalise | undefined): void => {
    columns.push({ plugin, weight, rawOf: always(raw), scoreOf: always(normalisedAlike(raw, normalise)) });
  };

  for (const { order, weight, raw, normalise, isFlat, alike: same } of sheet.scores.columns) {
    const { name } = profile.scores[order]!.plugin;
    if (same !== undefined) alike(name, weight, same, normalise);
    else if (normalise === undefined) columns.push({ plugin: name, weight, rawOf: at(raw), scoreOf: at(raw) });
    else if (isFlat) alike(name, weight, 0, normalise);
    else {
      const scores = normalisedOver(feasible, raw, normalise);
      columns.push({ plugin: name, weight, rawOf: at(raw), scoreOf: at(scores) });
      add(scores, weight);
    }
  }
  for (const { order, begin } of sheet.clusterScores) {
    const step = begin(pod, view, feasible);
    const { plugin, weight } = profile.scores[order]!;
    if (step.kind === 'fail') return { broken: `running PreScore plugin "${plugin.name}": ${step.why}` };
    if (step.kind === 'alike') alike(plugin.name, weight, step.raw, step.normalise);
    if (step.kind !== 'score') continue;
    const raw = new Int32Array(settled.length);
    step.score(feasible, raw);
    const scores = normalisedOver(feasible, raw, step.normalise);
    columns.push({ plugin: plugin.name, weight, rawOf: at(raw), scoreOf: at(scores) });
    add(scores, weight);
  }
  return { columns, totals };
}

/** The best row. Among equals the pod's and the nodes' names decide, with the seed: the same every time, and another for every pod. */
export function bestOf(
  { list, count }: Rows,
  totals: Int32Array,
  pod: ComingPod,
  view: ClusterView,
  seed: number,
): number {
  const { nameHash } = view.nodes;
  const salt = mixed(pod.hash ^ seed);
  let best = list[0]!;
  let bestTotal = totals[best]!;
  let bestLot = -1;
  const lotOf = (row: number): number => mixed(nameHash[row]! ^ salt);
  for (let at = 1; at < count; at++) {
    const row = list[at]!;
    const total = totals[row]!;
    if (total < bestTotal) continue;
    if (total > bestTotal) {
      best = row;
      bestTotal = total;
      bestLot = -1;
      continue;
    }
    if (bestLot === -1) bestLot = lotOf(best);
    const lot = lotOf(row);
    if (lot > bestLot || (lot === bestLot && view.nodes.nameOf(row) < view.nodes.nameOf(best))) {
      best = row;
      bestLot = lot;
    }
  }
  return best;
}
