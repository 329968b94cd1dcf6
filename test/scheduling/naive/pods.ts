import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { WorldObjects } from '../world.ts';
import type { Dialect } from './dialect.ts';

/** Whether the pod still counts: one that ends counts until its object is gone. */
function isLive(pod: Pod): boolean {
  return pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed';
}

/** The pods assigned to the node. */
export function podsOn(objects: WorldObjects, node: Node): readonly Pod[] {
  return objects.pods.filter((pod) => isLive(pod) && pod.spec.nodeName === node.metadata.name);
}

export interface Placed {
  readonly pod: Pod;
  readonly node: Node;
}

/** Every pod that runs on a node there is. */
export function placedPods(objects: WorldObjects): readonly Placed[] {
  return objects.nodes.flatMap((node) => podsOn(objects, node).map((pod) => ({ pod, node })));
}

/** The pods for which room is kept on the node: of the pod's priority or above. */
export function nominatedFor(pod: Pod, node: Node, objects: WorldObjects, dialect: Dialect): readonly Pod[] {
  return objects.pods.filter(
    (other) =>
      isLive(other) &&
      !other.spec.nodeName &&
      other.status?.nominatedNodeName === node.metadata.name &&
      other.metadata.uid !== pod.metadata.uid &&
      (other.spec.priority ?? 0) >= (pod.spec.priority ?? 0) &&
      (dialect.gatedNominationsCount || (other.spec.schedulingGates ?? []).length === 0),
  );
}

export function namespaceOf(object: { readonly metadata: { readonly namespace?: string } }): string {
  return object.metadata.namespace ?? '';
}

/** None, where the namespace is not known. */
export function namespaceLabels(objects: WorldObjects, name: string): StringMap | undefined {
  return objects.namespaces?.find((namespace) => namespace.metadata.name === name)?.metadata.labels;
}
