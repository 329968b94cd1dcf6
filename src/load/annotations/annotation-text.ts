import { type Measure, measureOf, type SignalSpec } from '#load/signals/signal.ts';
import type { Verdict } from '#load/verdict.ts';

/** The names beside the signals' own. */
export const OVERLOADED = 'overloaded';
export const LAST_UPDATED = 'last-updated';

const decimals: Readonly<Record<Measure, number>> = { ratio: 3, cores: 3, count: 3, milliseconds: 1, bytes: 0 };

/** A known value as it is published. */
export function valueText(value: number, { unit, denominator }: SignalSpec): string {
  return value.toFixed(decimals[measureOf(unit, denominator)]);
}

/** A verdict as it is published; one that is unknown is not. */
export function verdictText(verdict: Verdict): string | undefined {
  return verdict === 'unknown' ? undefined : String(verdict === 'hot');
}

/** The keys that are ours. */
export function annotationKeys(signals: readonly Pick<SignalSpec, 'name'>[], prefix: string): readonly string[] {
  return [...signals.map(({ name }) => name), OVERLOADED, LAST_UPDATED].map((name) => prefix + name);
}
