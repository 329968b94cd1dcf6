import type { PublishedLoad } from '#load/read-annotations.ts';
import type { SignalSpec } from '#load/signal.ts';

/**
 * Which signals start from a published verdict, as places in `signals`. A cool node's published signals were all cool.
 * Of a hot node's only those at their release level or higher can have made it hot; where none of the published ones
 * was, any signal may have.
 */
export function seedsOf({ verdict, values }: PublishedLoad, signals: readonly SignalSpec[]): readonly number[] {
  const all = signals.map((_, index) => index);
  const published = all.filter((index) => values.has(signals[index]!.name));
  if (verdict === 'cool') return published;
  const warm = published.filter((index) => values.get(signals[index]!.name)! >= signals[index]!.release);
  return warm.length > 0 ? warm : all;
}
