import type { Verdict } from './verdict.ts';

/** How many nodes gave each reason. A node that gives several counts for each. */
export type Histogram = ReadonlyMap<string, number>;

export function histogramOf(verdicts: Iterable<Verdict>): Histogram {
  const counts = new Map<string, number>();
  for (const verdict of verdicts) {
    const reasons = verdict.kind === 'rejected' ? verdict.reasons : verdict.kind === 'unknown' ? [verdict.why] : [];
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}

/** Bytewise, as kube-scheduler sorts; its texts are sorted with the number in front. */
const byBytes = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** kube-scheduler's words for a pod that fits nowhere, up to what preemption adds. */
export function unplaceableMessage(nodes: number, histogram: Histogram): string {
  if (nodes === 0) return 'no nodes available to schedule pods';
  const reasons = [...histogram].map(([reason, count]) => `${count} ${reason}`).toSorted(byBytes);
  return `0/${nodes} nodes are available:${reasons.length === 0 ? '' : ` ${reasons.join(', ')}.`}`;
}

/** The same for a pod that is refused whatever the node. */
export function refusedMessage(nodes: number, reasons: readonly string[]): string {
  return nodes === 0 ? 'no nodes available to schedule pods' : `0/${nodes} nodes are available: ${reasons.join(', ')}.`;
}
