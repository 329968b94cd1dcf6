import { type NodesSeen, scoredPlacement } from '#simulation/policies/scored-placement.ts';
import type { ReplayCluster, ReplayPolicy } from '#simulation/replay/policy.ts';

/** A node is turned down above these fractions: its mean of five minutes, and the highest such mean of an hour. */
const mostNow = 0.65;
const mostInAnHour = 0.75;

/**
 * Crane's Dynamic plugin with its default policy (gocrane/crane-scheduler, 2023): 20 % of the score for the mean of five
 * minutes, 30 % for the highest of an hour, 50 % for the highest of a day (of the hour, as far as anybody here looks
 * back), less ten points a step of hot value. Where every node is turned down, the filter is dropped.
 */
export const craneDynamic: ReplayPolicy = scoredPlacement('crane', (cluster, seen) => (node) => {
  const uses = seen.past.map((use) => use[node]! / cluster.capacity[node]!);
  const recent = uses.at(-1) ?? 0;
  const highest = Math.max(0, ...uses);
  const points = 20 * (1 - recent) + 80 * (1 - highest);
  const turnedDown = recent > mostNow || highest > mostInAnHour;
  return points - 10 * hotValue(cluster, seen, node) - (turnedDown ? 1e6 : 0);
});

/** A fifth of the bindings of five minutes and half of those of one, rounded down: one binding a minute counts nothing. */
function hotValue(cluster: ReplayCluster, { justBound }: NodesSeen, node: number): number {
  // arrivals of a step come evenly over its minutes, so the last minute's are the last of them
  const lastMinute = justBound.slice(-Math.ceil(justBound.length / cluster.stepMinutes));
  const on = (bound: NodesSeen['justBound']): number => bound.filter((one) => one.node === node).length;
  return Math.floor(on(justBound) / 5) + Math.floor(on(lastMinute) / 2);
}
