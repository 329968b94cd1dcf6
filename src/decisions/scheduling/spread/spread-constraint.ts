import type { TopologySpreadConstraint } from '#api/kubernetes/affinity.ts';
import { type CompiledSelector, compileSelector, narrowed, selects } from '#api/label-selector.ts';
import type { Requirement } from '#api/requirement.ts';
import { isTolerated } from '#api/tolerations.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import type { LabelColumn } from '#cluster/columns/label-column.ts';
import type { PodLabels } from '#cluster/pod-labels.ts';
import type { PodTally } from '#cluster/tally.ts';
import { type NodeMatcher, requiredOfNodes } from '#decisions/scheduling/node-matcher.ts';

/** A constraint as it concerns one kind of pod. */
export interface Constraint {
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly topologyKey: string;
  readonly column: LabelColumn;
  readonly selector: CompiledSelector;
  /** Whether the pod itself will be counted. */
  readonly matchesSelf: boolean;
  /** Whether what lies on a node counts. */
  readonly includes: NodeMatcher;
}

/** `matchLabelKeys` narrow the selector to pods that bear the same values as this one. */
function sameValues(matchLabelKeys: readonly string[], { labels }: PodLabels): Requirement[] {
  const keys = matchLabelKeys.filter((key) => Object.hasOwn(labels, key));
  return keys.map((key) => ({ kind: 'in', key, values: [labels[key]!] }));
}

/** Whether nodes count at all, by the constraint's two policies. */
function inclusion(
  constraint: TopologySpreadConstraint,
  { shape: { spec } }: ComingPod,
  view: ClusterView,
): NodeMatcher {
  const { nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' } = constraint;
  const required = nodeAffinityPolicy === 'Honor' ? requiredOfNodes(spec, view) : undefined;
  const { taintSets, taintSetOf } = view.nodes;
  const tolerated =
    nodeTaintsPolicy === 'Honor'
      ? taintSets.lists.map((taints) =>
          taints.every(
            (taint) => taint.effect === 'PreferNoSchedule' || isTolerated(taint, spec.tolerations ?? [], view.dialect),
          ),
        )
      : undefined;
  return (row) =>
    (required === undefined || required(row)) && (tolerated === undefined || tolerated[taintSetOf[row]!] === true);
}

/** A constraint of a spec or a profile, with the selector that stands for its own where it is a default. */
export interface StatedConstraint {
  readonly stated: TopologySpreadConstraint;
  readonly selector: CompiledSelector;
}

/** A constraint that a pod states itself. */
export function statedBy(stated: TopologySpreadConstraint, { labels }: ComingPod): StatedConstraint {
  const { labelSelector, matchLabelKeys = [] } = stated;
  return { stated, selector: narrowed(compileSelector(labelSelector), sameValues(matchLabelKeys, labels)) };
}

/** Reads one constraint as it concerns a pod. */
export function constraintOf(
  { stated: constraint, selector }: StatedConstraint,
  pod: ComingPod,
  view: ClusterView,
): Constraint {
  return {
    maxSkew: constraint.maxSkew,
    minDomains: constraint.minDomains ?? 1,
    topologyKey: constraint.topologyKey,
    column: view.label(constraint.topologyKey),
    selector,
    matchesSelf: selects(selector, pod.labels.labels),
    includes: inclusion(constraint, pod, view),
  };
}

/** By row: the pods of the namespace that the selector picks, but for those that end. An empty selector counts none: upstream stops short at it. */
export function countedPods(
  { selector }: Constraint,
  { labels: { namespace } }: ComingPod,
  view: ClusterView,
): PodTally {
  return view.tally({
    key: `${namespace}\0${selector.key}`,
    place: 'node',
    terminatingToo: false,
    namespace,
    counts: (labels) =>
      labels.namespace === namespace && selector.kind !== 'everything' && selects(selector, labels.labels),
  });
}

/** The rows whose nodes have every key of every constraint. */
export function rowsWithKeys(constraints: readonly Constraint[], view: ClusterView): Int32Array {
  return view.nodes.all().filter((row) => constraints.every(({ column }) => column.valueOf[row]! >= 0));
}
