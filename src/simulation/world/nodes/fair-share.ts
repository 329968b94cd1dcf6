/**
 * Divides a node's cores among those who want more than there are, by their weights, as the kernel's scheduler does:
 * nobody gets more than it wants, and what one leaves is shared by the rest.
 */
export function fairShare(wanted: readonly number[], weights: readonly number[], cores: number): number[] {
  const got = wanted.map(() => 0);
  // whoever wants least for its weight is satisfied first
  const order = [...wanted.keys()].toSorted((a, b) => wanted[a]! / weights[a]! - wanted[b]! / weights[b]!);
  let left = cores;
  let weight = weights.reduce((sum, one) => sum + one, 0);
  for (const at of order) {
    got[at] = Math.min(wanted[at]!, (left * weights[at]!) / weight);
    left -= got[at];
    weight -= weights[at]!;
  }
  return got;
}
