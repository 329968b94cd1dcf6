import type { ObjectMeta, OwnerReference } from './kubernetes/metadata.ts';
import type { Pod } from './kubernetes/pod.ts';

/** Whether the pod has ended and holds nothing of its node any more. */
export function isTerminal(pod: Pod): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}

/** Whether the pod has been told to go. Until it is gone it holds what it holds. */
export function isTerminating(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined;
}

/** Whether the pod takes room on a node: bound and not ended, be it pending, running or on its way out. */
export function holdsNode(pod: Pod): boolean {
  return (pod.spec.nodeName ?? '') !== '' && !isTerminal(pod);
}

/** Whether the kubelet runs the pod from a file of its own: it can be neither placed nor moved. */
export function isStatic(pod: Pod): boolean {
  const { annotations = {} } = pod.metadata;
  if (Object.hasOwn(annotations, 'kubernetes.io/config.mirror')) return true;
  const source = Object.hasOwn(annotations, 'kubernetes.io/config.source')
    ? annotations['kubernetes.io/config.source']
    : undefined;
  return (source !== undefined && source !== 'api') || controllerOf(pod)?.kind === 'Node';
}

/** Whether a DaemonSet keeps the pod on its very node. */
export function isDaemon(pod: Pod): boolean {
  return controllerOf(pod)?.kind === 'DaemonSet';
}

/** Whether something still keeps the pod out of the queue. */
export function isGated(pod: Pod): boolean {
  return (pod.spec.schedulingGates ?? []).length > 0;
}

/** The one owner that made an object, such as a pod, and will make it again. */
export function controllerOf({
  metadata,
}: {
  readonly metadata: Pick<ObjectMeta, 'ownerReferences'>;
}): OwnerReference | undefined {
  return metadata.ownerReferences?.find((owner) => owner.controller === true);
}

/** The number the API server gave the pod from its class; none counts as 0. */
export function priorityOf(pod: Pod): number {
  return pod.spec.priority ?? 0;
}
