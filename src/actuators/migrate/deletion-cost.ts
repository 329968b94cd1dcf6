import { DELETION_COST, LOWEST_DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import type { Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { pods } from '#kube/client/pods.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { findPod, livePods } from './live-pod.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';

export const deletionCostRights: readonly PolicyRule[] = [rightOf(pods, 'get'), rightOf(pods, 'patch')];

/** Makes the pod the first to go, and says on it for whom, and what stood there before. */
export async function lowerDeletionCost(
  client: KubeClient,
  key: PodKey,
  migration: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const pod = await findPod(client, key, signal);
  if (pod === undefined) return { kind: 'moot', why: 'gone' };
  const { annotations = {}, labels = {} } = pod.metadata;
  if (labels[ourMarks.retiring] === migration && annotations[DELETION_COST] === LOWEST_DELETION_COST)
    return { kind: 'done' };
  const was = annotations[ourMarks.deletionCostWas] ?? annotations[DELETION_COST] ?? '';
  await patch(client, key, signal, {
    labels: { [ourMarks.retiring]: migration },
    annotations: { [DELETION_COST]: LOWEST_DELETION_COST, [ourMarks.deletionCostWas]: was },
  });
  return { kind: 'done' };
}

/** The pod is as it was; a cost that somebody wrote since is theirs. */
export async function restoreDeletionCost(
  client: KubeClient,
  key: PodKey,
  was: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const pod = await findPod(client, key, signal);
  if (pod === undefined) return { kind: 'moot', why: 'gone' };
  const isOurs = pod.metadata.annotations?.[DELETION_COST] === LOWEST_DELETION_COST;
  await patch(client, key, signal, {
    labels: { [ourMarks.retiring]: null },
    annotations: { [ourMarks.deletionCostWas]: null, ...(isOurs ? { [DELETION_COST]: was === '' ? null : was } : {}) },
  });
  return { kind: 'done' };
}

type Change = Readonly<Record<'labels' | 'annotations', Readonly<Record<string, string | null>>>>;

/** With its uid: another pod of that name is a conflict. */
async function patch(
  client: KubeClient,
  { namespace, name, uid }: PodKey,
  signal: AbortSignal | undefined,
  change: Change,
): Promise<void> {
  const merge = { kind: 'merge', change: { metadata: { uid, ...change } } } as const;
  await client.patch(livePods, { namespace, name }, merge, { signal, priority: 'act' });
}
