import { clampToUnit } from './daily-shape.ts';
import type { Outlook } from './outlook.ts';

/** Expected use over the whole horizon, in the resource's unit, and its variance at any time of it: by day and night. */
export interface ExpectedUse {
  readonly mean: number;
  readonly variance: number;
}

/** Of a pod, by its row. */
export function expectedOver(outlook: Outlook, pod: number): ExpectedUse {
  const owner = outlook.owner[pod]!;
  const { mean, variance } = shareOver(outlook, owner, outlook.offset[pod]!);
  const scale = outlook.scale[pod]!;
  return { mean: scale * mean, variance: scale * scale * (variance + outlook.variance[pod]!) };
}

/** What a pod of this row uses beyond that while it starts. */
export const startUpOf = ({ scale, startUp, owner }: Outlook, pod: number): number =>
  scale[pod]! * startUp[owner[pod]!]!;

/** Of an owner's pods, as shares of their scale. */
function shareOver(outlook: Outlook, owner: number, offset: number): ExpectedUse {
  const { ownerMean, ownerVariance, slotMinutes } = outlook;
  const slots = slotMinutes.length;
  let [sum, squares, own] = [0, 0, 0];
  for (let slot = 0; slot < slots; slot++) {
    const share = clampToUnit(ownerMean[owner * slots + slot]! + offset);
    sum += share;
    squares += share * share;
    own += ownerVariance[owner * slots + slot]!;
  }
  const mean = sum / slots;
  return { mean, variance: own / slots + Math.max(0, squares / slots - mean * mean) };
}
