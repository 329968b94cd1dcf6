import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { EPHEMERAL_STORAGE } from '#cluster/columns/resource-columns.ts';
import { percentOf } from '../divide.ts';
import type { NodeScore, Rows } from '../framework.ts';
import type { ProfileOptions } from '../profile-options.ts';

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
