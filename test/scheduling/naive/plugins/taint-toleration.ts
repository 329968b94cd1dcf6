import type { Taint } from '#api/kubernetes/node.ts';
import { scaledToGreatest } from '../normalise.ts';
import { type NaivePlugin, type Probe, unresolvable } from '../plugin.ts';
import { firstUntolerated, isTolerated } from '../toleration.ts';

/** Taints that forbid keep a pod away; taints that only advise against count in the score. */
export const taintToleration: NaivePlugin = {
  name: 'TaintToleration',
  planFilter: (probe) => ({
    kind: 'judges',
    judge: (node) => {
      const taint = firstUntolerated(node, probe.pod.spec.tolerations, probe.dialect);
      return taint === undefined ? undefined : unresolvable(refusalText(taint, probe));
    },
  }),
  planScore: ({ pod, dialect }) => {
    const tolerations = (pod.spec.tolerations ?? []).filter((one) => !one.effect || one.effect === 'PreferNoSchedule');
    return {
      kind: 'scores',
      score: (node) =>
        (node.spec?.taints ?? []).filter(
          (taint) => taint.effect === 'PreferNoSchedule' && !isTolerated(taint, tolerations, dialect),
        ).length,
      normalise: (scores) => scaledToGreatest(scores, true),
    };
  },
};

function refusalText(taint: Taint, { dialect }: Probe): string {
  return dialect.taintIsNamed
    ? `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`
    : 'node(s) had untolerated taint(s)';
}
