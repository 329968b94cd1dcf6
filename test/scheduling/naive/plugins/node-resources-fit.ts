import type { Node } from '#api/kubernetes/node.ts';
import { wrap } from '../amount.ts';
import { type Totals, totalsOf } from '../amounts.ts';
import { allocatableOf, usageOf } from '../node-usage.ts';
import { type Answer, type NaivePlugin, type Probe, unresolvable, unschedulable } from '../plugin.ts';
import { requestsBySpec } from '../pod-requests.ts';
import { podsOn } from '../pods.ts';
import { isExtendedResource } from '../resource-name.ts';
import { planFitScore } from './node-resources-fit-score.ts';

/** A node has room for one more pod, and for all it asks for. */
export const nodeResourcesFit: NaivePlugin = {
  name: 'NodeResourcesFit',
  planFilter: (probe) => {
    const wanted = nothingBelowZero(totalsOf(requestsBySpec(probe.pod, { podLevel: true })));
    return {
      kind: 'judges',
      judge: (node, nominated) => judge(node, wanted, [...podsOn(probe.objects, node), ...nominated], probe),
    };
  },
  planScore: planFitScore,
};

interface Shortage {
  readonly reason: string;
  /** Even the empty node is too small. */
  readonly forEver: boolean;
}

function judge(node: Node, wanted: Totals, pods: Probe['objects']['pods'], probe: Probe): Answer {
  const allocatable = allocatableOf(node);
  const shortages = [
    ...(BigInt(pods.length) + 1n > allocatable.pods ? [{ reason: 'Too many pods', forEver: false }] : []),
    ...shortagesOf(wanted, allocatable, usageOf(pods, probe.dialect).requested, probe),
  ];
  if (shortages.length === 0) return undefined;
  const refuse = shortages.some((one) => one.forEver) ? unresolvable : unschedulable;
  return refuse(...shortages.map((one) => one.reason));
}

function shortagesOf(wanted: Totals, has: Totals, used: Totals, probe: Probe): readonly Shortage[] {
  const rows: (readonly [string, bigint, bigint, bigint])[] = [
    ['cpu', wanted.cpuMilli, has.cpuMilli, used.cpuMilli],
    ['memory', wanted.memoryBytes, has.memoryBytes, used.memoryBytes],
    ['ephemeral-storage', wanted.ephemeralBytes, has.ephemeralBytes, used.ephemeralBytes],
  ];
  for (const [name, amount] of wanted.scalars) {
    if (!isIgnored(name, probe)) rows.push([name, amount, has.scalars.get(name) ?? 0n, used.scalars.get(name) ?? 0n]);
  }
  return rows
    .filter(([, want, all, taken]) => want > 0n && want > wrap(all - taken))
    .map(([name, want, all]) => ({ reason: `Insufficient ${name}`, forEver: want > all }));
}

function isIgnored(name: string, { args }: Probe): boolean {
  const { ignoredResources = [], ignoredResourceGroups = [] } = args.NodeResourcesFit ?? {};
  if (!isExtendedResource(name)) return false;
  return ignoredResources.includes(name) || ignoredResourceGroups.includes(name.split('/')[0]!);
}

/** What does not fit 64 bits may have come out negative, and then counts as nothing. */
function nothingBelowZero(totals: Totals): Totals {
  const positive = (value: bigint): bigint => (value > 0n ? value : 0n);
  return {
    cpuMilli: positive(totals.cpuMilli),
    memoryBytes: positive(totals.memoryBytes),
    ephemeralBytes: positive(totals.ephemeralBytes),
    pods: totals.pods,
    scalars: new Map([...totals.scalars].map(([name, value]) => [name, positive(value)])),
  };
}
