import { scoredPlacement } from '#simulation/policies/scored-placement.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';
import { evening } from '#simulation/replay/room.ts';

/** Each pod to the node that worked least at the last sample; it does not know what it has just placed itself. */
export const leastMeasuredLoad: ReplayPolicy = scoredPlacement('least-measured-load', (cluster, { past }) => {
  const factors = evening(cluster.capacity);
  return (node) => -(past.at(-1)?.[node] ?? 0) * factors[node]!;
});
