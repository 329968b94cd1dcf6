import { controllerOf } from '#api/pod-standing.ts';
import { TEMPLATE_HASH } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { KubeObject } from '#kube/client/kube-object.ts';
import type { Resource } from '#kube/client/resource.ts';
import { type LivePod } from './live-pod.ts';
import type { PodTemplate } from '#decisions/rescheduling/migration/surge/pod-template.ts';

/** A ReplicaSet as the API server holds it at this moment. */
export interface LiveReplicaSet extends KubeObject {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: { readonly replicas?: number; readonly template: PodTemplate };
}

export const replicaSets: Resource<LiveReplicaSet> = {
  group: 'apps',
  version: 'v1',
  plural: 'replicasets',
  kind: 'ReplicaSet',
  namespaced: true,
};

/** The very ReplicaSet that controls the pod. */
export async function replicaSetOf(
  client: KubeClient,
  pod: LivePod,
  signal?: AbortSignal,
): Promise<LiveReplicaSet | undefined> {
  const owner = controllerOf(pod);
  if (owner?.kind !== 'ReplicaSet') return undefined;
  const { namespace } = pod.metadata;
  const found = await client.find(replicaSets, { namespace, name: owner.name }, { signal });
  return found?.metadata.uid === owner.uid ? found : undefined;
}

/** The label by which it finds its pods. */
export const hashOf = ({ spec }: LiveReplicaSet): string | undefined => spec.template.metadata?.labels?.[TEMPLATE_HASH];
