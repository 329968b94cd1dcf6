import type { LivePod } from '#load/gathering/gather-pods.ts';
import type { RosterNode } from '#ports/cluster-roster.ts';
import { nodeAddress, nodeName, podName } from './population.ts';

const size = { cpuCores: 16, memoryBytes: 64 * 2 ** 30 };

/** The made-up nodes as a roster has them. */
export function rosterNodes(count: number): readonly RosterNode[] {
  return Array.from({ length: count }, (_, node) => ({
    name: nodeName(node),
    uid: `node-${node}`,
    addresses: [nodeAddress(node), nodeName(node)],
    ready: true,
    capacity: size,
    allocatable: size,
    createdAt: 0,
    marks: {},
    marksSince: 0,
  }));
}

export function livePods(count: number): readonly LivePod[] {
  return Array.from({ length: count }, (_, pod) => ({ ...podName(pod), uid: `pod-${pod}`, createdAt: 0 }));
}
