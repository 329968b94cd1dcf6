import { controllerOf } from '#api/pod-standing.ts';
import type { Outcome } from '#decisions/rescheduling/migration/verb.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { pods } from '#kube/client/pods.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import type { Swept } from '#ports/surger.ts';
import { deletionCostRights, restoreDeletionCost } from './deletion-cost.ts';
import { type LivePod, livePods } from './live-pod.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import { outcomeOf } from './outcome-of-fault.ts';
import { removeClone, removeCloneRights } from './remove-clone.ts';

export const sweepRights: readonly PolicyRule[] = [rightOf(pods, 'list'), ...deletionCostRights, ...removeCloneRights];

/** Removes what crashes left behind. Every pod that we change says on itself for which migration: those unfinished go on. */
export async function sweep(client: KubeClient, unfinished: ReadonlySet<string>, signal?: AbortSignal): Promise<Swept> {
  const isOrphan = (pod: LivePod, label: string): boolean => !unfinished.has(pod.metadata.labels![label]!);
  const clones = (await labelled(client, ourMarks.clone, signal)).filter((pod) => isOrphan(pod, ourMarks.clone));
  const retiring = (await labelled(client, ourMarks.retiring, signal)).filter((pod) =>
    isOrphan(pod, ourMarks.retiring),
  );
  const { nobodys = [], adopted = [] } = Object.groupBy(clones, (pod) => (isNobodys(pod) ? 'nobodys' : 'adopted'));
  const removed = await eachOf(nobodys, (pod) => remove(client, pod, signal));
  const unmarked = await eachOf(adopted, (pod) => takeMark(client, pod, signal));
  const restored = await eachOf(retiring, (pod) => restore(client, pod, signal));
  return {
    clonesRemoved: removed.done,
    costsRestored: restored.done,
    marksTaken: unmarked.done,
    left: [...removed.left, ...unmarked.left, ...restored.left],
  };
}

const isNobodys = (pod: LivePod): boolean => controllerOf(pod) === undefined;

function remove(client: KubeClient, { metadata }: LivePod, signal?: AbortSignal): Promise<Outcome> {
  const { namespace, name, labels } = metadata;
  return removeClone(client, { namespace, name, migration: labels![ourMarks.clone]! }, signal);
}

function restore(client: KubeClient, { metadata }: LivePod, signal?: AbortSignal): Promise<Outcome> {
  return restoreDeletionCost(client, metadata, metadata.annotations?.[ourMarks.deletionCostWas] ?? '', signal);
}

/** It is a pod of its workload like any other by now. */
async function takeMark(client: KubeClient, { metadata }: LivePod, signal?: AbortSignal): Promise<Outcome> {
  const { namespace, name, uid } = metadata;
  const change = { metadata: { uid, labels: { [ourMarks.clone]: null } } };
  await client.patch(livePods, { namespace, name }, { kind: 'merge', change }, { signal });
  return { kind: 'done' };
}

async function labelled(client: KubeClient, labelSelector: string, signal?: AbortSignal): Promise<readonly LivePod[]> {
  const found: LivePod[] = [];
  for await (const { items } of client.list(livePods, { labelSelector, signal })) found.push(...items);
  return found;
}

interface Tidied {
  readonly done: readonly string[];
  readonly left: Swept['left'];
}

async function eachOf(found: readonly LivePod[], tidy: (pod: LivePod) => Promise<Outcome>): Promise<Tidied> {
  const done: string[] = [];
  const left: { readonly pod: string; readonly message: string }[] = [];
  for (const pod of found) {
    const name = `${pod.metadata.namespace}/${pod.metadata.name}`;
    const outcome = await outcomeOf(() => tidy(pod));
    if (outcome.kind === 'done') done.push(name);
    else if (outcome.kind !== 'moot') left.push({ pod: name, message: outcome.message });
  }
  return { done, left };
}
