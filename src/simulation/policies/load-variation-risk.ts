import { scoredPlacement } from '#simulation/policies/scored-placement.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';

const windowMinutes = 15;

/**
 * Trimaran's LoadVariationRiskBalancing with its defaults, margin and sensitivity 1 (kubernetes-sigs/scheduler-plugins,
 * 2026): the mean of the node's measured mean, the pod's request added, and its standard deviation, as fractions.
 */
export const loadVariationRisk: ReplayPolicy = scoredPlacement('lvrb', (cluster, { past }, pod) => {
  const window = past.slice(-windowMinutes / cluster.stepMinutes);
  return (node) => {
    const uses = window.map((use) => use[node]! / cluster.capacity[node]!);
    const mean = uses.length === 0 ? 0 : uses.reduce((a, b) => a + b, 0) / uses.length;
    const variance = uses.reduce((sum, use) => sum + (use - mean) ** 2, 0) / Math.max(1, uses.length);
    const mu = Math.min(1, mean + cluster.request[pod]! / cluster.capacity[node]!);
    return 1 - (mu + Math.min(1, Math.sqrt(variance))) / 2;
  };
});
