import { scoredPlacement } from '#simulation/policies/scored-placement.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';
import { evening } from '#simulation/replay/room.ts';

/** Each pod to the node of which the least is requested: the default scheduler's eye, which sees no use. */
export const leastAllocated: ReplayPolicy = scoredPlacement('least-allocated', (cluster, { requested }) => {
  const factors = evening(cluster.capacity);
  return (node) => -requested[node]! * factors[node]!;
});
