import type { OwnerReference } from '#api/kubernetes/metadata.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { KubeObject, ObjectMeta } from '#kube/client/kube-object.ts';
import { isRecord } from '#kube/client/parse-answer.ts';
import { pods } from '#kube/client/pods.ts';
import type { Resource } from '#kube/client/resource.ts';
import { kubeFault } from '#kube/faults.ts';
import type { PodKey } from '#decisions/rescheduling/migration/verb.ts';

/** A pod as the API server holds it at this moment. */
export interface LivePod extends KubeObject {
  readonly metadata: ObjectMeta & {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly ownerReferences?: readonly OwnerReference[];
  };
  readonly spec: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly { type: string; status: string }[] };
}

export const livePods: Resource<LivePod> = { ...pods, decode: podIn };

/** The very pod, if it is still there; not another of its name. */
export async function findPod(
  client: KubeClient,
  { namespace, name, uid }: PodKey,
  abort?: AbortSignal,
): Promise<LivePod | undefined> {
  const pod = await client.find(livePods, { namespace, name }, { signal: abort });
  return pod?.metadata.uid === uid ? pod : undefined;
}

export const isLeaving = ({ metadata }: LivePod): boolean => metadata.deletionTimestamp !== undefined;

export const isReady = ({ status }: LivePod): boolean =>
  status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') === true;

export const hasEnded = ({ status }: LivePod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

function podIn(value: unknown): LivePod {
  if (isPod(value)) return value;
  throw kubeFault('kube/malformed', 'reading a pod: it has no name, namespace or uid');
}

function isPod(value: unknown): value is LivePod {
  if (!isRecord(value) || !isRecord(value['metadata']) || !isRecord(value['spec'])) return false;
  const { name, namespace, uid } = value['metadata'];
  return [name, namespace, uid].every((each) => typeof each === 'string');
}
