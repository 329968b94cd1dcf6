import type { Dialect } from '#api/dialect.ts';
import { requestsInPlace } from '#api/effective-requests.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { holdsNode } from '#api/pod-standing.ts';

/** Cores and bytes. */
export interface Amount {
  readonly cpuCores: number;
  readonly memoryBytes: number;
}

/** What the pods on one node ask for together. */
export interface NodeRequests {
  readonly pods: number;
  readonly requested: Amount;
}

export const noRequests: NodeRequests = { pods: 0, requested: { cpuCores: 0, memoryBytes: 0 } };

/** What a pod asks for; nothing where it cannot be read. */
export function podRequests(pod: Pod, dialect: Dialect): Amount | undefined {
  const requests = requestsInPlace(pod, dialect);
  if ('kind' in requests) return undefined;
  return { cpuCores: requests.cpuMilli / 1000, memoryBytes: requests.memoryBytes };
}

/** By the name of the node: all pods that hold room there. */
export function requestsByNode(pods: readonly Pod[], dialect: Dialect): ReadonlyMap<string, NodeRequests> {
  const byNode = new Map<string, NodeRequests>();
  for (const pod of pods) {
    if (!holdsNode(pod)) continue;
    const name = pod.spec.nodeName!;
    const { pods: before, requested } = byNode.get(name) ?? noRequests;
    const own = podRequests(pod, dialect) ?? noRequests.requested;
    byNode.set(name, {
      pods: before + 1,
      requested: {
        cpuCores: requested.cpuCores + own.cpuCores,
        memoryBytes: requested.memoryBytes + own.memoryBytes,
      },
    });
  }
  return byNode;
}
