import type { Node } from '#api/kubernetes/node.ts';
import { wrap } from '../amount.ts';
import { type Amounts, cpuMilliOf, unitsOf } from '../amounts.ts';
import { brokenLine } from '../broken-line.ts';
import { allocatableOf, scoringDefaults, type Usage, usageOf } from '../node-usage.ts';
import type { Probe, ScorePlan } from '../plugin.ts';
import { requestsBySpec } from '../pod-requests.ts';
import { podsOn } from '../pods.ts';
import { isScalarResource } from '../resource-name.ts';

interface Share {
  readonly weight: bigint;
  /** With the pod. */
  readonly requested: bigint;
  readonly allocatable: bigint;
}

const defaultResources = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

/** How full the node will be, by the strategy of the profile. */
export function planFitScore(probe: Probe): ScorePlan {
  const wanted = requestsBySpec(probe.pod, { podLevel: probe.dialect.fitScoresPodLevel, defaults: scoringDefaults });
  return { kind: 'scores', score: (node) => Number(scoreOf(sharesOf(node, wanted, probe), probe)) };
}

function sharesOf(node: Node, wanted: Amounts, probe: Probe): readonly Share[] {
  const usage = usageOf(podsOn(probe.objects, node), probe.dialect);
  const resources = probe.args.NodeResourcesFit?.scoringStrategy?.resources ?? defaultResources;
  return resources
    .filter(({ name }) => !isScalarResource(name) || unitsOf(wanted, name) !== 0n)
    .map(({ name, weight }) => ({
      weight: BigInt(weight),
      requested: wrap(usedOf(usage, name) + (name === 'cpu' ? cpuMilliOf(wanted) : unitsOf(wanted, name))),
      allocatable: allocatableAmount(node, name),
    }))
    .filter(({ allocatable }) => allocatable !== 0n);
}

function usedOf(usage: Usage, name: string): bigint {
  switch (name) {
    case 'cpu':
      return usage.assumedCpuMilli;
    case 'memory':
      return usage.assumedMemoryBytes;
    case 'ephemeral-storage':
      return usage.requested.ephemeralBytes;
    default:
      return usage.requested.scalars.get(name) ?? 0n;
  }
}

function allocatableAmount(node: Node, name: string): bigint {
  const all = allocatableOf(node);
  switch (name) {
    case 'cpu':
      return all.cpuMilli;
    case 'memory':
      return all.memoryBytes;
    case 'ephemeral-storage':
      return all.ephemeralBytes;
    default:
      return all.scalars.get(name) ?? 0n;
  }
}

function scoreOf(shares: readonly Share[], { args }: Probe): bigint {
  const strategy = args.NodeResourcesFit?.scoringStrategy;
  switch (strategy?.type) {
    case 'MostAllocated':
      return meanOf(shares, mostAllocated);
    case 'RequestedToCapacityRatio':
      return ratioScore(shares, strategy.requestedToCapacityRatio?.shape ?? []);
    case 'LeastAllocated':
    case undefined:
      return meanOf(shares, leastAllocated);
  }
}

function meanOf(shares: readonly Share[], scoreOfShare: (share: Share) => bigint): bigint {
  const weights = shares.reduce((sum, share) => sum + share.weight, 0n);
  if (weights === 0n) return 0n;
  return shares.reduce((sum, share) => wrap(sum + scoreOfShare(share) * share.weight), 0n) / weights;
}

function leastAllocated({ requested, allocatable }: Share): bigint {
  return requested > allocatable ? 0n : wrap((allocatable - requested) * 100n) / allocatable;
}

function mostAllocated({ requested, allocatable }: Share): bigint {
  return wrap((requested > allocatable ? allocatable : requested) * 100n) / allocatable;
}

/** Resources that score nothing are left out of the mean, which is rounded. */
function ratioScore(shares: readonly Share[], shape: Parameters<typeof brokenLine>[0]): bigint {
  const line = brokenLine(shape);
  const scored = shares
    .map(({ weight, requested, allocatable }) => ({
      weight,
      score: line(requested > allocatable ? 100n : wrap(requested * 100n) / allocatable),
    }))
    .filter(({ score }) => score > 0n);
  const weights = scored.reduce((sum, one) => sum + one.weight, 0n);
  if (weights === 0n) return 0n;
  return BigInt(Math.round(Number(scored.reduce((sum, one) => sum + one.score * one.weight, 0n)) / Number(weights)));
}
