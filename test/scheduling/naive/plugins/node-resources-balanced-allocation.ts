import type { Node } from '#api/kubernetes/node.ts';
import { wrap } from '../amount.ts';
import { cpuMilliOf, unitsOf } from '../amounts.ts';
import { allocatableOf, usageOf } from '../node-usage.ts';
import { type NaivePlugin, type Probe, type ScorePlan, skip } from '../plugin.ts';
import { requestsInForce } from '../pod-requests.ts';
import { podsOn } from '../pods.ts';

/** Prefers nodes whose cpu and memory are used to like shares. */
export const nodeResourcesBalancedAllocation: NaivePlugin = { name: 'NodeResourcesBalancedAllocation', planScore };

function planScore(probe: Probe): ScorePlan {
  const requests = requestsInForce(probe.pod, probe.dialect);
  const wanted = [cpuMilliOf(requests), unitsOf(requests, 'memory')];
  if (wanted.every((amount) => amount === 0n)) return skip;
  return { kind: 'scores', score: (node) => scoreOf(node, wanted, probe) };
}

function scoreOf(node: Node, wanted: readonly bigint[], { objects, dialect }: Probe): number {
  const { requested } = usageOf(podsOn(objects, node), dialect);
  const used = [requested.cpuMilli, requested.memoryBytes];
  const all = allocatableOf(node);
  const allocatable = [all.cpuMilli, all.memoryBytes];
  const after = balance(
    used.map((amount, index) => wrap(amount + wanted[index]!)),
    allocatable,
  );
  if (!dialect.balanceByImprovement) return after;
  return 50 + Math.trunc((50 + after - balance(used, allocatable)) / 2);
}

/** 100 where both shares are equal, 50 where one is full and the other empty. */
function balance(used: readonly bigint[], allocatable: readonly bigint[]): number {
  const shares = used
    .map((amount, index) => Number(amount) / Number(allocatable[index]))
    .filter((_, index) => allocatable[index] !== 0n)
    .map((share) => Math.min(share, 1));
  const deviation = shares.length === 2 ? Math.abs((shares[0]! - shares[1]!) / 2) : 0;
  return Math.trunc((1 - deviation) * 100);
}
