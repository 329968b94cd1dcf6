import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { parseAmount, wrap } from './amount.ts';
import { type Amounts, cpuMilliOf, type Totals, totalsOf, unitsOf } from './amounts.ts';
import type { Dialect } from './dialect.ts';
import { asksAsPod, requestsInForce } from './pod-requests.ts';

/** What scores count for a container that names no amount, so that such pods do not all land on one node. */
export const scoringDefaults: Amounts = new Map([
  ['cpu', parseAmount('100m')],
  ['memory', parseAmount('209715200')],
]);

export interface Usage {
  readonly requested: Totals;
  /** With `scoringDefaults` for what containers leave out. */
  readonly assumedCpuMilli: bigint;
  readonly assumedMemoryBytes: bigint;
}

export function allocatableOf(node: Node): Totals {
  return totalsOf(
    new Map(Object.entries(node.status?.allocatable ?? {}).map(([name, text]) => [name, parseAmount(text)])),
  );
}

/** What pods hold together; sums that do not fit 64 bits are as wrong as in kube-scheduler. */
export function usageOf(pods: readonly Pod[], dialect: Dialect): Usage {
  const requests = pods.map((pod) => requestsInForce(pod, dialect));
  const assumed = pods.map((pod, index) => assumedRequests(pod, requests[index]!, dialect));
  return {
    requested: requests.map(totalsOf).reduce(plus, totalsOf(new Map())),
    assumedCpuMilli: assumed.reduce((sum, amounts) => wrap(sum + cpuMilliOf(amounts)), 0n),
    assumedMemoryBytes: assumed.reduce((sum, amounts) => wrap(sum + unitsOf(amounts, 'memory')), 0n),
  };
}

/** A pod that asks as a whole gets a default only where nothing in it names an amount. */
function assumedRequests(pod: Pod, requests: Amounts, dialect: Dialect): Amounts {
  if (!asksAsPod(pod)) return requestsInForce(pod, dialect, scoringDefaults);
  const missing = new Map([...scoringDefaults].filter(([name]) => !requests.has(name)));
  return missing.size === 0 ? requests : requestsInForce(pod, dialect, missing);
}

function plus(a: Totals, b: Totals): Totals {
  const names = new Set([...a.scalars.keys(), ...b.scalars.keys()]);
  const scalars = [...names].map(
    (name) => [name, wrap((a.scalars.get(name) ?? 0n) + (b.scalars.get(name) ?? 0n))] as const,
  );
  return {
    cpuMilli: wrap(a.cpuMilli + b.cpuMilli),
    memoryBytes: wrap(a.memoryBytes + b.memoryBytes),
    ephemeralBytes: wrap(a.ephemeralBytes + b.ephemeralBytes),
    pods: wrap(a.pods + b.pods),
    scalars: new Map(scalars),
  };
}
