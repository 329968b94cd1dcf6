import type { Affinity } from '#api/kubernetes/affinity.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { NodeSelectorRequirement, NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import { DELETION_COST } from './deletion-cost.ts';
import { ourMarks } from './our-marks.ts';
import { TEMPLATE_HASH } from './surge-chance.ts';
import type { CloneKey } from '#decisions/rescheduling/migration/verb.ts';

/** As much of what a pod is to be as a clone differs in. */
interface ClonedSpec {
  readonly nodeName?: string;
  readonly affinity?: Affinity;
}

/** What a ReplicaSet makes its pods from: what admission and binding put on a pod is not in it. */
export interface PodTemplate<Spec extends ClonedSpec = ClonedSpec> {
  readonly metadata?: { readonly labels?: StringMap; readonly annotations?: StringMap };
  readonly spec: Spec;
}

/** A pod that is to be created. */
export interface ClonePod<Spec> {
  readonly metadata: {
    readonly namespace: string;
    readonly name: string;
    readonly labels: StringMap;
    readonly annotations: StringMap;
  };
  readonly spec: Spec & { readonly affinity: Affinity };
}

/** More nodes than these make no better choice, only a longer pod. */
const MOST_NODES = 50;

/** A pod from the template that the workload does not know yet, and that may run on these nodes alone. */
export function clonePod<Spec extends ClonedSpec>(
  template: PodTemplate<Spec>,
  { namespace, name, migration }: CloneKey,
  nodes: readonly string[],
): ClonePod<Spec> {
  const { labels = {}, annotations = {} } = template.metadata ?? {};
  return {
    metadata: {
      namespace,
      name,
      labels: { ...without(labels, TEMPLATE_HASH), [ourMarks.clone]: migration },
      annotations: without(annotations, DELETION_COST),
    },
    spec: { ...template.spec, affinity: keptTo(nodes.slice(0, MOST_NODES), template.spec.affinity) },
  };
}

/**
 * The affinity, and beside it one of these nodes, the first most of all: whether the pod fits there is still the
 * scheduler's to say.
 */
function keptTo(nodes: readonly string[], affinity: Affinity = {}): Affinity {
  const preferred = affinity.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const first = nodes.slice(0, 1).map((node) => ({ weight: 100, preference: { matchFields: [named(node)] } }));
  const written = affinity.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  const nodeSelectorTerms = (written ?? [{ matchExpressions: [] }]).flatMap((term) =>
    written !== undefined && isEmpty(term) ? [term] : nodes.map((node) => narrowed(term, node)),
  );
  return {
    ...affinity,
    nodeAffinity: {
      ...affinity.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
      preferredDuringSchedulingIgnoredDuringExecution: [...preferred, ...first],
    },
  };
}

/** A term without a word matches no node, and shall not begin to. */
const isEmpty = ({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): boolean =>
  matchExpressions.length + matchFields.length === 0;

/** A field takes one value a term. */
function narrowed({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, node: string): NodeSelectorTerm {
  return { matchExpressions, matchFields: [...matchFields, named(node)] };
}

const named = (node: string): NodeSelectorRequirement => ({ key: 'metadata.name', operator: 'In', values: [node] });

const without = (map: StringMap, key: string): StringMap =>
  Object.fromEntries(Object.entries(map).filter(([each]) => each !== key));
