import type { CloneKey, Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { pods } from '#kube/client/pods.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { findPod, isLeaving, livePods } from './live-pod.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import { clonePod } from '#decisions/rescheduling/migration/surge/pod-template.ts';
import { replicaSetOf, replicaSets } from './replica-set.ts';

export const createCloneRights: readonly PolicyRule[] = [
  rightOf(pods, 'get'),
  rightOf(pods, 'create'),
  rightOf(replicaSets, 'get'),
];

/** Starts a pod as the ReplicaSet would, but for the label by which it would be the ReplicaSet's. */
export async function createClone(
  client: KubeClient,
  clone: CloneKey,
  of: PodKey,
  { nodes, signal }: { readonly nodes: readonly string[]; readonly signal: AbortSignal | undefined },
): Promise<Outcome> {
  const pod = await findPod(client, of, signal);
  if (pod === undefined) return { kind: 'moot', why: 'gone' };
  if (isLeaving(pod)) return { kind: 'moot', why: 'leaving' };
  const replicaSet = await replicaSetOf(client, pod, signal);
  if (replicaSet === undefined) return refused('NotReplicaSet', `Pod ${of.name} has no ReplicaSet to take a clone.`);
  const { template } = replicaSet.spec;
  if (template.spec.nodeName !== undefined)
    return refused('NodeFixed', `The template of ReplicaSet ${replicaSet.metadata.name} names its node.`);
  try {
    await client.create(livePods, clonePod(template, clone, nodes), { signal, priority: 'act' });
    return { kind: 'done' };
  } catch (thrown) {
    if (!(thrown instanceof KubeFault) || thrown.reason !== 'AlreadyExists') throw thrown;
    return existing(client, clone, signal);
  }
}

/** Made before, by us or by whoever came before us; or the name is another's. */
async function existing(
  client: KubeClient,
  { namespace, name, migration }: CloneKey,
  signal?: AbortSignal,
): Promise<Outcome> {
  const there = await client.find(livePods, { namespace, name }, { signal });
  const isOurs = there === undefined || there.metadata.labels?.[ourMarks.clone] === migration;
  return isOurs ? { kind: 'done' } : refused('NameTaken', `A pod that is not ours is called ${namespace}/${name}.`);
}

function refused(reason: string, message: string): Outcome {
  return { kind: 'refused', reason, message };
}
