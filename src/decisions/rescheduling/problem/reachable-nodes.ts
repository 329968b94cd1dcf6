import { feasibleTargets, likelyTargets } from './feasible-targets.ts';
import { type KnownNode, mayReceive } from './known-nodes.ts';
import type { KnownPod } from './known-pods.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { soonDrained } from '#decisions/rescheduling/movability/drain-marks.ts';
import type { PlanOptions } from '#decisions/rescheduling/plan-options.ts';
import type { RulesNow } from './rules-now.ts';

/** Rows of nodes and of pods. */
export interface Reach {
  readonly nodes: readonly KnownNode[];
  readonly pods: readonly KnownPod[];
  readonly rules: RulesNow;
}

/**
 * Whether a pod would come to be on a node, but for room: by the scheduler, who is told where by a surge alone, and by its
 * rules. A node that an autoscaler would rather
 * remove is one for pods that may go nowhere else.
 */
export function reachableNodes(
  see: LoadedView,
  { profile }: Pick<PlanOptions, 'profile'>,
  { nodes, pods, rules }: Reach,
): (pod: number, node: number) => boolean {
  const feasible = feasibleTargets(see.cluster, see.unread, profile);
  const likely = likelyTargets(see.cluster, profile, feasible);
  const isSoonDrained = nodes.map(({ node: { spec } }) => (spec?.taints ?? []).some(({ key }) => soonDrained.has(key)));
  const lasting = nodes.flatMap((node, at) => (!isSoonDrained[at] && mayReceive(node, see.load) ? [at] : []));
  const mayBeOn = ({ placed, pod, node: from, used, standing }: KnownPod, node: KnownNode): boolean =>
    (standing().canSurge ? feasible : likely)(placed).has(node.row) &&
    rules.admit(pod, node, used && { used, from: nodes[from] });
  return (pod, node) => {
    const mover = pods[pod]!;
    if (!mayBeOn(mover, nodes[node]!)) return false;
    return !isSoonDrained[node] || !lasting.some((other) => other !== mover.node && mayBeOn(mover, nodes[other]!));
  };
}
