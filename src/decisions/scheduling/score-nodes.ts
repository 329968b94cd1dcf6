import { mixHash } from '#base/hash-text.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import type { ClassSheet } from './class-sheet.ts';
import type { Normalise, Rows } from './framework.ts';
import type { Scratch } from './judgement.ts';
import type { Profile } from './profile.ts';

/** One plugin's share in a decision: raw and normalised, by row. */
export interface ScoreColumn {
  readonly plugin: string;
  readonly weight: number;
  readonly raw: Int32Array;
  /** Undefined where raw scores are 0 to 100 already. */
  readonly normalised: Int32Array | undefined;
}

export interface Scored {
  readonly columns: readonly ScoreColumn[];
  /** By row: weighted sums, up to a constant that is the same for all. */
  readonly totals: Int32Array;
}

/** Scores the nodes that fit: what is known of the class, normalised over these nodes, and what looks across the cluster. */
export function scoreNodes(
  sheet: ClassSheet,
  profile: Profile,
  scratch: Scratch,
  pod: ComingPod,
  view: ClusterView,
  feasible: Rows,
): Scored {
  const columns: ScoreColumn[] = [];
  let totals = sheet.settled;
  const { list, count } = feasible;

  const normalisedOf = (raw: Int32Array, normalise: Normalise, isFlat: boolean): Int32Array => {
    const normalised = isFlat ? scratch.flat(normalise) : new Int32Array(raw.length);
    if (!isFlat) normalise(feasible, raw, normalised);
    return normalised;
  };
  const add = (normalised: Int32Array, weight: number): void => {
    if (totals === sheet.settled) {
      totals = scratch.totals;
      for (let at = 0; at < count; at++) totals[list[at]!] = sheet.settled[list[at]!]!;
    }
    for (let at = 0; at < count; at++) totals[list[at]!]! += weight * normalised[list[at]!]!;
  };

  for (const { order, weight, raw, normalise, isFlat } of sheet.scores) {
    const { name } = profile.scores[order]!.plugin;
    const normalised = normalise === undefined ? undefined : normalisedOf(raw, normalise, isFlat);
    columns.push({ plugin: name, weight, raw, normalised });
    if (normalised !== undefined && !isFlat) add(normalised, weight);
  }
  for (const { order, begin } of sheet.clusterScores) {
    const step = begin(pod, view, feasible);
    if (step.kind === 'skip') continue;
    const { plugin, weight } = profile.scores[order]!;
    const raw = new Int32Array(sheet.settled.length);
    step.score(feasible, raw);
    const normalised = step.normalise === undefined ? undefined : normalisedOf(raw, step.normalise, false);
    columns.push({ plugin: plugin.name, weight, raw, normalised });
    add(normalised ?? raw, weight);
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
  const salt = mixHash(pod.hash ^ seed);
  let best = list[0]!;
  let bestTotal = totals[best]!;
  let bestLot = -1;
  const lotOf = (row: number): number => mixHash(nameHash[row]! ^ salt);
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
