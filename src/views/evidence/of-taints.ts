import type { Taint } from '#api/kubernetes/node.ts';
import { isTolerated } from '#api/tolerations.ts';
import { type AtNode, nodeAt } from './asked.ts';
import type { Evidence } from './evidence.ts';

/** A taint as kubectl writes it. */
export function taintText({ key, value = '', effect }: Taint): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`;
}

/** Every taint that keeps the pod off, not only the first. */
export function taintEvidence(at: AtNode): readonly Evidence[] {
  const tolerations = at.pod.shape.spec.tolerations ?? [];
  const barring = (nodeAt(at).spec?.taints ?? []).filter(
    (taint) => taint.effect !== 'PreferNoSchedule' && !isTolerated(taint, tolerations, at.view.dialect),
  );
  return barring.map((taint) => ({ text: `taint ${taintText(taint)}`, facts: { taint: taintText(taint) } }));
}
