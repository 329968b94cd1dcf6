import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { LabelSelector } from '#api/kubernetes/selectors.ts';
import type { Deployment, PodDisruptionBudget, ReplicatedWorkload } from '#api/kubernetes/workload.ts';
import { compileSelector, selects } from '#api/label-selector.ts';
import { DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import type { PodTemplate, WorldObjects } from '#simulation/world/objects/objects.ts';
import { RECORDED } from '#simulation/world/recorded-script.ts';
import { WORKLOAD } from '#simulation/world/nodes/workload-book.ts';

/** The label that holds a set and its pods together where what was recorded of them does not. */
const SET = 'simulation.plimsoll.dev/set';

/** Without annotations: what stands there was written by whoever ran then. */
export function worldNode(node: Node): WorldObjects['Node'] {
  const { annotations: _, ...metadata } = node.metadata;
  return { ...node, metadata };
}

/** Led by the recording; how it rolls out is seen in its ReplicaSets. */
export function worldDeployment({ metadata, spec, status }: Deployment): WorldObjects['Deployment'] {
  const { replicas = 1, paused = false, strategy } = spec ?? {};
  const { observedGeneration = metadata.generation ?? 0, replicas: there = 0, updatedReplicas = there } = status ?? {};
  return {
    metadata: { ...metadata, annotations: { ...metadata.annotations, [RECORDED]: 'true' } },
    spec: {
      replicas,
      paused,
      selector: {},
      template: { metadata: { labels: {} }, spec: { containers: [] } },
      strategy:
        strategy?.type === 'Recreate'
          ? { type: 'Recreate' }
          : { type: 'RollingUpdate', maxSurge: '25%', maxUnavailable: '25%' },
    },
    status: { replicas: there, readyReplicas: there, updatedReplicas, observedGeneration },
  };
}

/** What a set makes its pods of: a pod of its as it was recorded, where there was one. */
export interface SetTemplate {
  readonly template: PodTemplate;
  readonly selector: LabelSelector;
}

export function setTemplate({ metadata, spec }: ReplicatedWorkload, sample: Pod | undefined): SetTemplate {
  const byName = { matchLabels: { [SET]: metadata.name } };
  if (sample === undefined) {
    return { template: { metadata: { labels: {} }, spec: { containers: [] } }, selector: spec?.selector ?? byName };
  }
  const { labels = {}, annotations = {} } = sample.metadata;
  const { nodeName: _, ...podSpec } = sample.spec;
  const isHeld = spec?.selector !== undefined && selects(compileSelector(spec.selector), labels);
  const selector = isHeld ? spec.selector : byName;
  const held = isHeld ? labels : { ...labels, [SET]: metadata.name };
  // whoever takes a pod's place goes on with what that did
  const marked = { ...annotations, [WORKLOAD]: metadata.uid };
  return { template: { metadata: { labels: held, annotations: marked }, spec: podSpec }, selector };
}

export function worldReplicaSet(
  set: ReplicatedWorkload,
  { template, selector }: SetTemplate,
): WorldObjects['ReplicaSet'] {
  return { metadata: set.metadata, spec: { replicas: 0, selector, template } };
}

export function worldStatefulSet(
  set: ReplicatedWorkload,
  { template, selector }: SetTemplate,
): WorldObjects['StatefulSet'] {
  return { metadata: set.metadata, spec: { replicas: 0, selector, template, podManagementPolicy: 'Parallel' } };
}

/** What it allows is counted in the world. */
export function worldBudget({ metadata, spec }: PodDisruptionBudget): WorldObjects['PodDisruptionBudget'] {
  return { metadata, ...(spec === undefined ? {} : { spec }) };
}

/** A pod as it was born: before it was told to go, and before anybody marked it for a move. */
export function worldPod({ metadata, spec, status }: Pod): Pod {
  const { deletionTimestamp: _, resourceVersion: __, labels = {}, annotations = {}, ...who } = metadata;
  const isMarked = labels[ourMarks.retiring] !== undefined;
  const ours = new Set<string>([...Object.values(ourMarks), ...(isMarked ? [DELETION_COST] : [])]);
  const unmarked = (marks: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(marks).filter(([key]) => !ours.has(key)));
  return {
    metadata: { ...who, labels: unmarked(labels), annotations: unmarked(annotations) },
    spec,
    ...(status === undefined ? {} : { status }),
  };
}
