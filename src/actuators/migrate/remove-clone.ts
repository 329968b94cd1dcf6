import { controllerOf } from '#api/pod-standing.ts';
import { TEMPLATE_HASH } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { CloneKey, Outcome } from '#decisions/rescheduling/migration/verb.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { pods } from '#kube/client/pods.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { isLeaving, livePods } from './live-pod.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';

export const removeCloneRights: readonly PolicyRule[] = [rightOf(pods, 'get'), rightOf(pods, 'delete')];

/**
 * Deletes a pod that we made and that is nobody's: the only pods we ever delete. Bound to the version that was looked
 * at, so that one that is adopted at this very moment is a conflict and not a loss.
 */
export async function removeClone(client: KubeClient, clone: CloneKey, signal?: AbortSignal): Promise<Outcome> {
  const at = { namespace: clone.namespace, name: clone.name };
  const pod = await client.find(livePods, at, { signal });
  if (pod?.metadata.labels?.[ourMarks.clone] !== clone.migration) return { kind: 'moot', why: 'gone' };
  if (controllerOf(pod) !== undefined || pod.metadata.labels[TEMPLATE_HASH] !== undefined)
    return { kind: 'moot', why: 'adopted' };
  if (isLeaving(pod)) return { kind: 'done' };
  const { uid, resourceVersion } = pod.metadata;
  await client.delete(livePods, at, { signal, preconditions: { uid, resourceVersion } });
  return { kind: 'done' };
}
