import type { LoadView } from '#load/load-view.ts';
import type { SignalVerdict } from '#load/verdict.ts';
import { type VerdictChange, verdictChanges } from '#load/verdict-changes.ts';
import { valueText } from '#load/annotations/annotation-text.ts';
import type { SignalSpec } from '#load/signals/signal.ts';
import type { Journal } from '#ports/journal.ts';

/**
 * Tells which nodes became hot and which of the hot became cool. That a node is found cool for the first time is no
 * news: at the first passes it is so of nearly all.
 */
export function tellVerdicts(journal: Journal, before: LoadView, after: LoadView): void {
  for (const change of verdictChanges(before, after)) {
    if (change.to === 'hot') tell(journal, 'node-hot', change, after);
    else if (change.to === 'cool' && change.from === 'hot') tell(journal, 'node-cool', change, after);
  }
}

function tell(
  journal: Journal,
  kind: 'node-hot' | 'node-cool',
  { node, row, to }: VerdictChange,
  view: LoadView,
): void {
  const because = view.explain(row).because.filter(({ verdict }) => verdict === to);
  const specs = new Map(view.signals.map((spec) => [spec.name, spec]));
  journal.record({
    kind,
    subject: { apiVersion: 'v1', kind: 'Node', name: node.name, uid: node.uid },
    reasons: because.map((one) => sentence(one, specs.get(one.signal)!)),
    facts: Object.assign({}, ...because.map((one) => factsOf(one))),
  });
}

function sentence(
  { signal, verdict, reading, threshold, release, above, below, depth }: SignalVerdict,
  spec: SignalSpec,
): string {
  const value = reading.kind === 'known' ? valueText(reading.value, spec) : 'unknown';
  return verdict === 'hot'
    ? `${signal} is ${value}, and ${above} of the last ${depth} samples were above ${valueText(threshold, spec)}.`
    : `${signal} is ${value}, and ${below} of the last ${depth} samples were below ${valueText(release, spec)}.`;
}

function factsOf({ signal, reading, threshold }: SignalVerdict): Record<string, number | string> {
  return reading.kind === 'known'
    ? { [signal]: reading.value, [`${signal}Threshold`]: threshold, [`${signal}Source`]: reading.source }
    : {};
}
