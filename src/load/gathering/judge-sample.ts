import { type FreshnessRule, freshnessOf } from '#load/freshness.ts';
import type { LiveNode } from '#load/live-node.ts';
import { prometheusNumber } from './prometheus-number.ts';
import type { Denominator, SignalSpec, Unit } from '#load/signals/signal.ts';
import type { Refusal } from '#load/unknown-reason.ts';

/** What a sample is judged at, and by. */
export interface Judging extends FreshnessRule {
  readonly now: number;
}

/** A value in its signal's measure, or why there is none. */
export type Judged = number | Refusal;

/** A raw value as its signal keeps it: read, converted from `unit`, divided by what the signal declares, and in range. */
export function judgeValue(raw: string | number, signal: SignalSpec, unit: Unit, node: LiveNode): Judged {
  return judgeNumber(raw, signal, divisorOf(unit, signal.denominator, node));
}

/** What a true value can be. */
export interface ValueRange {
  readonly least: number;
  readonly most: number;
}

/** A raw value, divided, if it is a number within its range. */
export function judgeNumber(raw: string | number, { least, most }: ValueRange, divisor: number): Judged {
  const read = typeof raw === 'number' ? raw : prometheusNumber(raw);
  if (typeof read === 'string') return read;
  if (Number.isNaN(read)) return 'not-a-number';
  if (!Number.isFinite(read)) return 'infinite';
  if (read < 0 && least >= 0) return 'negative';
  if (!(divisor > 0)) return 'no-denominator';
  const value = read / divisor + 0; // -0 becomes 0
  return value >= least && value <= most ? value : 'out-of-range';
}

/** Whether a sample's own time lets it count. */
export function judgeTime(takenAt: number, judging: Judging): 'fresh' | Refusal {
  return freshnessOf(takenAt, judging.now, judging);
}

function divisorOf(unit: Unit, denominator: Denominator, node: LiveNode): number {
  switch (unit) {
    case 'ratio':
    case 'milliseconds':
      return 1;
    case 'percent':
      return 100;
    case 'cores':
    case 'bytes':
    case 'count':
      return sizeOf(denominator, node);
  }
}

function sizeOf(denominator: Denominator, { capacity, allocatable }: LiveNode): number {
  switch (denominator) {
    case 'none':
      return 1;
    case 'capacity-cpu':
      return capacity.cpuCores;
    case 'capacity-memory':
      return capacity.memoryBytes;
    case 'allocatable-cpu':
      return allocatable.cpuCores;
    case 'allocatable-memory':
      return allocatable.memoryBytes;
  }
}
