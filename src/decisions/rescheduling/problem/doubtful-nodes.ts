import type { Hold } from './holds-now.ts';
import type { KnownNode } from './known-nodes.ts';
import type { KnownPod } from './known-pods.ts';

/** A share of its cores by which pods may seem to use more than their node: scrapes are not of one instant. */
const TOLERANCE = 0.1;

/**
 * Nodes whose pods add up to more cores than were measured on the node itself: the two are over different windows, or one
 * of them is wrong, and what leaves or comes cannot be reckoned. Of memory that proves nothing: a pod's working set counts
 * cache that its node calls available.
 */
export function doubtfulNodes(nodes: readonly KnownNode[], pods: readonly KnownPod[]): ReadonlyMap<number, Hold> {
  const sums = new Float64Array(nodes.length);
  for (const { headedFor, used } of pods) sums[headedFor]! += used?.cpuCores ?? 0;
  const doubtful = new Map<number, Hold>();
  for (const [at, { used, capacity }] of nodes.entries()) {
    if (sums[at]! - used.cpuCores > TOLERANCE * capacity.cpuCores)
      doubtful.set(at, doubtAbout(sums[at]!, used.cpuCores));
  }
  return doubtful;
}

const doubtAbout = (ofPods: number, ofNode: number): Hold => ({
  kind: 'use-unknown',
  reason: `the pods of its node add up to ${ofPods.toFixed(1)} cores, yet ${ofNode.toFixed(1)} were measured on the node`,
  freedBy: 'see that nodes and pods are measured over the same window, and that the node counts all its cores',
});
