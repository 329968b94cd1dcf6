import type { LoadView } from '#load/load-view.ts';
import { feasibleTargets } from './feasible-targets.ts';
import type { KnownNode } from './known-nodes.ts';
import type { KnownPod } from './known-pods.ts';
import type { LoadedView } from './loaded-view.ts';
import { drainMarks, soonDrained } from './movability/drain-marks.ts';
import type { PlanOptions } from './plan-options.ts';
import type { RulesNow } from './rules-now.ts';

/** Whether pods may come to a node at all: it is ready, open, and not on its way out. */
export function mayReceive({ loadRow, node: { metadata, spec } }: KnownNode, load: LoadView): boolean {
  const isLeaving =
    metadata.deletionTimestamp !== undefined ||
    spec?.unschedulable === true ||
    (spec?.taints ?? []).some(({ key }) => drainMarks.has(key));
  return load.node(loadRow).ready && !isLeaving;
}

/** Rows of nodes and of pods. */
export interface Reach {
  readonly nodes: readonly KnownNode[];
  readonly pods: readonly KnownPod[];
  readonly rules: RulesNow;
}

/**
 * Whether a pod may be on a node, but for room: by the scheduler and by its rules. A node that an autoscaler would rather
 * remove is one for pods that may go nowhere else.
 */
export function reachableNodes(
  see: LoadedView,
  { profile }: Pick<PlanOptions, 'profile'>,
  { nodes, pods, rules }: Reach,
): (pod: number, node: number) => boolean {
  const feasible = feasibleTargets(see.cluster, see.unread, profile);
  const isSoonDrained = nodes.map(({ node: { spec } }) => (spec?.taints ?? []).some(({ key }) => soonDrained.has(key)));
  const lasting = nodes.flatMap((node, at) => (!isSoonDrained[at] && mayReceive(node, see.load) ? [at] : []));
  const mayBeOn = ({ placed, pod, used }: KnownPod, node: KnownNode): boolean =>
    feasible(placed).has(node.name) && rules.admit(pod, used, node);
  return (pod, node) => {
    const mover = pods[pod]!;
    if (!mayBeOn(mover, nodes[node]!)) return false;
    return !isSoonDrained[node] || !lasting.some((other) => other !== mover.node && mayBeOn(mover, nodes[other]!));
  };
}
