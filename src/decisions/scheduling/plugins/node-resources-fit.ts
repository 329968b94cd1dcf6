import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { EPHEMERAL_STORAGE } from '#cluster/resource-columns.ts';
import { isExtendedResource } from '#api/resource-names.ts';
import { type NodeFilter, type FilterStep, type JudgeRows, type NodeScore, type Rows } from '../framework.ts';
import { percentOf } from '../divide.ts';
import type { ProfileOptions } from '../profile-options.ts';
import { OK, type Pen } from '../verdict-book.ts';

interface Asked {
  readonly name: string;
  readonly amount: number;
  readonly allocatable: Float64Array;
  readonly requested: Float64Array;
}

/** What is checked: more than nothing, and not left to others. */
function askedOf(pod: ComingPod, view: ClusterView, isIgnored: (name: string) => boolean): Asked[] {
  const { resources, amounts } = pod.shape.usage;
  return resources.flatMap((number, at) => {
    const { name, allocatable, requested } = view.nodes.resources.columns[number]!;
    const amount = amounts[at]!;
    return amount > 0 && !isIgnored(name) ? [{ name, amount, allocatable, requested }] : [];
  });
}

const tooManyPods = 1;

/** The words for each mask of shortages: bit 0 for pods, then a bit a resource; `everTooSmall` where even the empty node has too little. */
function wording(asked: readonly Asked[], pen: Pen): (shortages: number, everTooSmall: boolean) => number {
  const known = new Map<number, number>();
  return (shortages, everTooSmall) => {
    const key = shortages * 2 + (everTooSmall ? 1 : 0);
    const number = known.get(key);
    if (number !== undefined) return number;
    const reasons = asked.filter((_, at) => (shortages & (2 << at)) !== 0).map(({ name }) => `Insufficient ${name}`);
    if ((shortages & tooManyPods) !== 0) reasons.unshift('Too many pods');
    const refused = pen.refuse(everTooSmall ? 'UnschedulableAndUnresolvable' : 'Unschedulable', ...reasons);
    known.set(key, refused);
    return refused;
  };
}

/** A verdict of nobody: the words for it are looked for once all that is short is known. */
const SHORT = -1;

/** Marks the nodes that have too little left of one resource; whether there are any. */
function markShort({ list, count }: Rows, verdicts: Int32Array, asked: Asked): boolean {
  const { amount, allocatable, requested } = asked;
  let found = false;
  for (let at = 0; at < count; at++) {
    const row = list[at]!;
    if (amount <= allocatable[row]! - requested[row]!) continue;
    verdicts[row] = SHORT;
    found = true;
  }
  return found;
}

interface PodRoom {
  readonly podCount: Int32Array;
  readonly podLimit: Float64Array;
}

/** The same for what nearly every pod asks, room for itself and for two resources, in one go; the others are marked OK. */
function markShortOfTwo(
  rows: Rows,
  verdicts: Int32Array,
  { podCount, podLimit }: PodRoom,
  one: Asked,
  other: Asked,
): boolean {
  const { list, count } = rows;
  const { amount, allocatable, requested } = one;
  const { amount: amountOther, allocatable: allocatableOther, requested: requestedOther } = other;
  let found = false;
  for (let at = 0; at < count; at++) {
    const row = list[at]!;
    const isShort =
      podCount[row]! >= podLimit[row]! ||
      amount > allocatable[row]! - requested[row]! ||
      amountOther > allocatableOther[row]! - requestedOther[row]!;
    verdicts[row] = isShort ? SHORT : OK;
    if (isShort) found = true;
  }
  return found;
}

/** Stands in where fewer than two resources are asked: no node is ever short of it, whatever its columns say. */
const unasked = ({ podLimit }: PodRoom): Asked => ({
  name: '',
  amount: Number.NEGATIVE_INFINITY,
  allocatable: podLimit,
  requested: podLimit,
});

/** Nobody can say of nodes where some amount, of theirs or of a pod's there, cannot be read. */
function judgeKnown(judge: JudgeRows, { nodes }: ClusterView, pen: Pen): JudgeRows {
  const unknown = pen.unknown(
    'an amount of the node, or of a pod on it, cannot be read or is too large to reckon with',
  );
  return (rows, verdicts) => {
    judge(rows, verdicts);
    if (nodes.unreadableInAll === 0) return;
    const { list, count } = rows;
    for (let at = 0; at < count; at++) if (nodes.unreadable[list[at]!]! > 0) verdicts[list[at]!] = unknown;
  };
}

function judgeFit(asked: readonly Asked[], view: ClusterView, pen: Pen): JudgeRows {
  const { podCount, podLimit } = view.nodes;
  const room: PodRoom = { podCount, podLimit };
  const refused = wording(asked, pen);
  const [one = unasked(room), other = unasked(room), ...more] = asked;
  return (rows, verdicts) => {
    let isAnyShort = markShortOfTwo(rows, verdicts, room, one, other);
    for (const each of more) if (markShort(rows, verdicts, each)) isAnyShort = true;
    if (!isAnyShort) return;
    const { list, count } = rows;
    for (let at = 0; at < count; at++) if (verdicts[list[at]!] === SHORT) verdicts[list[at]!] = shortagesOn(list[at]!);

    /** Rare and slow: all that is short on a node. */
    function shortagesOn(row: number): number {
      let shortages = podCount[row]! + 1 > podLimit[row]! ? tooManyPods : 0;
      let everTooSmall = false;
      for (let place = 0; place < asked.length; place++) {
        const { amount, allocatable, requested } = asked[place]!;
        if (amount <= allocatable[row]! - requested[row]!) continue;
        shortages |= 2 << place;
        everTooSmall ||= amount > allocatable[row]!;
      }
      return refused(shortages, everTooSmall);
    }
  };
}

function unknownEverywhere(unreadable: string, pen: Pen): FilterStep {
  const unknown = pen.unknown(
    `the pod requests ${JSON.stringify(unreadable)}, which cannot be read or is too large to reckon with`,
  );
  return {
    kind: 'judge',
    judge({ list, count }, verdicts) {
      for (let at = 0; at < count; at++) verdicts[list[at]!] = unknown;
    },
  };
}

/** Keeps off nodes that have too little left of anything the pod requests. */
export const nodeResourcesFit = ({ ignoredResources, ignoredResourceGroups }: ProfileOptions): NodeFilter => {
  const isIgnored = (name: string): boolean =>
    isExtendedResource(name) &&
    (ignoredResources.includes(name) || ignoredResourceGroups.includes(name.split('/', 1)[0]!));
  return {
    name: 'NodeResourcesFit',
    reach: 'node',
    prepare(pod, view, pen): FilterStep {
      const { usage, scored } = pod.shape;
      const unreadable = usage.unreadable ?? scored.unreadable;
      if (unreadable !== undefined) return unknownEverywhere(unreadable, pen);
      return { kind: 'judge', judge: judgeKnown(judgeFit(askedOf(pod, view, isIgnored), view, pen), view, pen) };
    },
  };
};

interface Scored {
  readonly weight: number;
  readonly amount: number;
  readonly allocatable: Float64Array;
  readonly requested: Float64Array;
}

/** The resources of the strategy, with what scores reckon the pod needs of each; one that is asked by few counts only for those. */
function scoredOf(pod: ComingPod, view: ClusterView, { scoringStrategy }: ProfileOptions): Scored[] {
  const { nodes } = view;
  const { scored } = pod.shape;
  return scoringStrategy.resources.flatMap(({ name, weight }): Scored[] => {
    const column = nodes.resources.named(name);
    if (column === undefined) return [];
    const { allocatable } = column;
    if (name === 'cpu') return [{ weight, amount: scored.nonZeroCpu, allocatable, requested: nodes.nonZeroCpu }];
    if (name === 'memory')
      return [{ weight, amount: scored.nonZeroMemory, allocatable, requested: nodes.nonZeroMemory }];
    const at = scored.resources.indexOf(nodes.resources.numberOf(name));
    const amount = at < 0 ? 0 : scored.amounts[at]!;
    if (amount === 0 && scored.resources[at] !== EPHEMERAL_STORAGE) return [];
    return [{ weight, amount, allocatable, requested: column.requested }];
  });
}

/** The share, 0 to 100, that a line by pieces gives a utilisation of 0 to 100; whole numbers all the way. */
function brokenLine(
  shape: readonly { readonly utilization: number; readonly score: number }[],
  utilisation: number,
): number {
  const points = shape.map(({ utilization, score }) => ({ x: utilization, y: score * 10 }));
  const next = points.findIndex(({ x }) => utilisation <= x);
  if (next === 0) return points[0]!.y;
  if (next < 0) return points.at(-1)!.y;
  const { x: x0, y: y0 } = points[next - 1]!;
  const { x: x1, y: y1 } = points[next]!;
  return y0 + Math.trunc(((y1 - y0) * (utilisation - x0)) / (x1 - x0));
}

type ScoreOne = (needed: number, allocatable: number) => number;

function scoreOne(strategy: ProfileOptions['scoringStrategy']): ScoreOne {
  switch (strategy.type) {
    case 'LeastAllocated':
      return leastAllocated;
    case 'MostAllocated':
      return (needed, allocatable) => percentOf(Math.min(needed, allocatable), allocatable);
    case 'RequestedToCapacityRatio':
      return (needed, allocatable) =>
        brokenLine(strategy.shape, needed > allocatable ? 100 : percentOf(needed, allocatable));
  }
}

/** What nearly every cluster is set to, cpu and memory by how much is left: the same as the general way, without its indirections. */
function leastOfTwo({ list, count }: Rows, raw: Int32Array, one: Scored, other: Scored): void {
  const { allocatable: oneHas, requested: oneTaken, amount: oneAsked, weight: oneWeight } = one;
  const { allocatable: otherHas, requested: otherTaken, amount: otherAsked, weight: otherWeight } = other;
  const isEven = oneWeight === otherWeight;
  for (let at = 0; at < count; at++) {
    const row = list[at]!;
    const first = oneHas[row]!;
    const second = otherHas[row]!;
    const firstShare = first === 0 ? 0 : leastAllocated(oneTaken[row]! + oneAsked, first);
    const secondShare = second === 0 ? 0 : leastAllocated(otherTaken[row]! + otherAsked, second);
    if (isEven && first !== 0 && second !== 0) raw[row] = (firstShare + secondShare) >> 1;
    else raw[row] = weightedMean(firstShare, first === 0 ? 0 : oneWeight, secondShare, second === 0 ? 0 : otherWeight);
  }
}

function weightedMean(one: number, oneWeight: number, other: number, otherWeight: number): number {
  const weights = oneWeight + otherWeight;
  return weights === 0 ? 0 : Math.trunc((one * oneWeight + other * otherWeight) / weights);
}

function leastAllocated(needed: number, allocatable: number): number {
  return needed > allocatable ? 0 : percentOf(allocatable - needed, allocatable);
}

/** Prefers nodes by how free, or how full, they will be. */
export const nodeResourcesFitScore = (options: ProfileOptions): NodeScore => {
  const one = scoreOne(options.scoringStrategy);
  const byRatio = options.scoringStrategy.type === 'RequestedToCapacityRatio';
  return {
    name: 'NodeResourcesFit',
    reach: 'node',
    prepare(pod, view) {
      const scored = scoredOf(pod, view, options);
      if (options.scoringStrategy.type === 'LeastAllocated' && scored.length === 2) {
        const [one, other] = scored;
        return { kind: 'score', score: (rows, raw) => leastOfTwo(rows, raw, one!, other!) };
      }
      const score = (row: number): number => {
        let sum = 0;
        let weights = 0;
        for (const { weight, amount, allocatable, requested } of scored) {
          const has = allocatable[row]!;
          if (has === 0) continue;
          const share = one(requested[row]! + amount, has);
          if (byRatio && share === 0) continue;
          sum += share * weight;
          weights += weight;
        }
        if (weights === 0) return 0;
        return byRatio ? Math.round(sum / weights) : Math.trunc(sum / weights);
      };
      return {
        kind: 'score',
        score({ list, count }, raw) {
          for (let at = 0; at < count; at++) raw[list[at]!] = score(list[at]!);
        },
      };
    },
  };
};
