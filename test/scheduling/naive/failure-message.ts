import type { Judgement, NodeVerdict, Refusal } from '../judgement.ts';

/** kube-scheduler's words where no node fits, up to the full stop. */
export function failureMessage(judgement: Pick<Judgement, 'preFilter' | 'nodes'>, nodeCount: number): string {
  if (nodeCount === 0) return 'no nodes available to schedule pods';
  return `0/${nodeCount} nodes are available: ${explain(judgement)}.`;
}

function explain({ preFilter, nodes }: Pick<Judgement, 'preFilter' | 'nodes'>): string {
  return preFilter === undefined ? histogram(Object.values(nodes)) : preFilter.reasons.join(', ');
}

/** Each reason with the number of times it was given, sorted as text: "10 x" stands before "2 y". */
function histogram(verdicts: readonly NodeVerdict[]): string {
  const counts = new Map<string, number>();
  const refusals = verdicts.filter((verdict): verdict is NodeVerdict & Refusal => verdict.kind === 'rejected');
  for (const reason of refusals.flatMap((refusal) => refusal.reasons)) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .map(([reason, count]) => `${count} ${reason}`)
    .toSorted(byBytes)
    .join(', ');
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
