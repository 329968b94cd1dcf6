import { controllerOf } from '#api/pod-standing.ts';
import { DELETION_COST, LOWEST_DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import { TEMPLATE_HASH } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { CloneKey, Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { pods } from '#kube/client/pods.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { findPod, hasEnded, isLeaving, isReady, type LivePod, livePods } from './live-pod.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import { hashOf, type LiveReplicaSet, replicaSetOf, replicaSets } from './replica-set.ts';

export const adoptCloneRights: readonly PolicyRule[] = [
  rightOf(pods, 'get'),
  rightOf(pods, 'list'),
  rightOf(pods, 'patch'),
  rightOf(replicaSets, 'get'),
];

/**
 * Gives the clone the label by which the ReplicaSet takes it for its own. From then on it has one too many and removes
 * one: an unready one before the cheapest, so all is looked at once more, just before.
 */
export async function adoptClone(
  client: KubeClient,
  clone: CloneKey,
  of: PodKey,
  signal?: AbortSignal,
): Promise<Outcome> {
  const ours = await client.find(livePods, { namespace: clone.namespace, name: clone.name }, { signal });
  if (ours?.metadata.labels?.[ourMarks.clone] !== clone.migration) return { kind: 'moot', why: 'gone' };
  if (controllerOf(ours) !== undefined) return { kind: 'done' };
  const hot = await findPod(client, of, signal);
  if (hot === undefined) return { kind: 'moot', why: 'gone' };
  const replicaSet = await replicaSetOf(client, hot, signal);
  const hash = replicaSet === undefined ? undefined : hashOf(replicaSet);
  if (replicaSet === undefined || hash === undefined)
    return { kind: 'refused', reason: 'NotReplicaSet', message: `Pod ${of.name} has no ReplicaSet to take the clone.` };
  const against = await whatSpeaksAgainst(client, { ours, hot, replicaSet, hash }, signal);
  if (against !== undefined) return { kind: 'held', message: against };
  const { uid, resourceVersion } = ours.metadata;
  const change = { metadata: { uid, resourceVersion, labels: { [TEMPLATE_HASH]: hash } } };
  const at = { namespace: clone.namespace, name: clone.name };
  await client.patch(livePods, at, { kind: 'merge', change }, { signal, priority: 'act' });
  return { kind: 'done' };
}

interface Scene {
  readonly ours: LivePod;
  readonly hot: LivePod;
  readonly replicaSet: LiveReplicaSet;
  readonly hash: string;
}

/** Why another pod than the hot one would go, or more than one. */
async function whatSpeaksAgainst(client: KubeClient, scene: Scene, signal?: AbortSignal): Promise<string | undefined> {
  const { ours, hot, replicaSet, hash } = scene;
  if (!isReady(ours)) return `Clone ${ours.metadata.name} is not ready.`;
  if (isLeaving(hot)) return `Pod ${hot.metadata.name} is on its way out already.`;
  if (hot.metadata.annotations?.[DELETION_COST] !== LOWEST_DELETION_COST)
    return `Pod ${hot.metadata.name} does not have the lowest deletion cost.`;
  const siblings = await siblingsOf(client, { hot, replicaSet, hash }, signal);
  const unready = siblings.find((pod) => !isReady(pod));
  if (unready !== undefined) return `Pod ${unready.metadata.name} is not ready, and would be removed instead.`;
  const wished = replicaSet.spec.replicas ?? 1;
  return siblings.length === wished
    ? undefined
    : `ReplicaSet ${replicaSet.metadata.name} wants ${wished} pods and has ${siblings.length}.`;
}

/** All pods that count for the ReplicaSet, the hot one too. */
async function siblingsOf(
  client: KubeClient,
  { hot, replicaSet, hash }: Omit<Scene, 'ours'>,
  signal?: AbortSignal,
): Promise<readonly LivePod[]> {
  const found: LivePod[] = [];
  const labelSelector = `${TEMPLATE_HASH}=${hash}`;
  for await (const { items } of client.list(livePods, { namespace: hot.metadata.namespace, labelSelector, signal }))
    found.push(...items.filter((pod) => controllerOf(pod)?.uid === replicaSet.metadata.uid));
  return found.filter((pod) => !isLeaving(pod) && !hasEnded(pod));
}
