import { scoredPlacement } from '#simulation/policies/scored-placement.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';

const target = 40;

/**
 * Trimaran's TargetLoadPacking (kubernetes-sigs/scheduler-plugins, 2026): a pod is taken to use its limit, a node what was
 * measured and what its pods just bound are taken to use. The score rises to the target percent, falls from there to 100,
 * and is nothing beyond.
 */
export const targetLoadPacking: ReplayPolicy = scoredPlacement(`tlp-${target}`, (cluster, seen, pod) => {
  const predicted = (seen.past.at(-1) ?? new Float64Array(cluster.nodes)).slice();
  for (const bound of seen.justBound) predicted[bound.node]! += cluster.limit[bound.pod]!;
  return (node) => score((100 * (predicted[node]! + cluster.limit[pod]!)) / cluster.capacity[node]!);
});

function score(percent: number): number {
  if (percent > 100) return 0;
  return percent <= target ? ((100 - target) * percent) / target + target : (target * (100 - percent)) / (100 - target);
}
