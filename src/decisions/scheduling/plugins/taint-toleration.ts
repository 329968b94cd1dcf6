import type { Taint } from '#api/kubernetes/node.ts';
import type { Toleration } from '#api/kubernetes/pod.ts';
import { isTolerated } from '#api/tolerations.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { type NodeFilter, type NodeScore, SKIP } from '../framework.ts';
import { lessIsBetter } from '../normalise.ts';
import { OK, type Pen } from '../verdict-book.ts';

const keepsOff = ({ effect }: Taint): boolean => effect === 'NoSchedule' || effect === 'NoExecute';

function wording({ key, value = '' }: Taint, view: ClusterView): string {
  return view.dialect.namesTaints
    ? `node(s) had untolerated taint {${key}: ${value}}`
    : 'node(s) had untolerated taint(s)';
}

function verdictOn(taints: readonly Taint[], tolerations: readonly Toleration[], view: ClusterView, pen: Pen): number {
  const untolerated = taints.find((taint) => keepsOff(taint) && !isTolerated(taint, tolerations, view.dialect));
  return untolerated === undefined ? OK : pen.refuse('UnschedulableAndUnresolvable', wording(untolerated, view));
}

/** Keeps off nodes with a taint the pod does not tolerate. Nodes share few sets of taints: each set is judged once. */
export const taintToleration: NodeFilter = {
  name: 'TaintToleration',
  reach: 'node',
  prepare({ shape }, view, pen) {
    const { taintSets, taintSetOf } = view.nodes;
    const tolerations = shape.spec.tolerations ?? [];
    const bySet = Int32Array.from(taintSets.lists, (taints) => verdictOn(taints, tolerations, view, pen));
    if (bySet.every((verdict) => verdict === OK)) return SKIP;
    return {
      kind: 'judge',
      judge({ list, count }, verdicts) {
        for (let at = 0; at < count; at++) verdicts[list[at]!] = bySet[taintSetOf[list[at]!]!]!;
      },
    };
  },
};

/** Prefers nodes with fewer taints that would rather not have the pod. */
export const taintTolerationScore: NodeScore = {
  name: 'TaintToleration',
  reach: 'node',
  prepare({ shape }, view) {
    const { taintSets, taintSetOf } = view.nodes;
    const tolerations = (shape.spec.tolerations ?? []).filter(
      ({ effect = '' }) => effect === '' || effect === 'PreferNoSchedule',
    );
    const bySet = Int32Array.from(
      taintSets.lists,
      (taints) =>
        taints.filter((taint) => taint.effect === 'PreferNoSchedule' && !isTolerated(taint, tolerations, view.dialect))
          .length,
    );
    if (bySet.every((taints) => taints === 0)) return { kind: 'alike', raw: 0, normalise: lessIsBetter };
    return {
      kind: 'score',
      normalise: lessIsBetter,
      score({ list, count }, raw) {
        for (let at = 0; at < count; at++) raw[list[at]!] = bySet[taintSetOf[list[at]!]!]!;
      },
    };
  },
};
