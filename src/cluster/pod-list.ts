import type { PlacedPod } from './pod-entry.ts';

type Slot = 'slotOnNode' | 'slotInLabels';

/** Adds at the end. */
export function enlist(list: PlacedPod[], pod: PlacedPod, slot: Slot): void {
  pod[slot] = list.length;
  list.push(pod);
}

/** Takes out at once: the last one moves into the gap. */
export function delist(list: PlacedPod[], pod: PlacedPod, slot: Slot): void {
  const last = list.pop()!;
  if (last === pod) return;
  list[pod[slot]] = last;
  last[slot] = pod[slot];
}
