import type { PublishedLoad } from './annotations/read-annotations.ts';
import type { SignalSpec } from './signals/signal.ts';

/** What a verdict that was published can rest on. */
export interface SeedGround {
  /** Signals that somebody measures: through any other a node would stay what it was until it is forgotten. */
  readonly measured: ReadonlySet<string>;
  /** Whether it may have been held on a signal that had fallen silent; else it rests on one that is published. */
  readonly mayBeHeld: boolean;
}

/**
 * Which signals start from a published verdict, as places in `signals`. A cool node's published signals were all cool.
 * Of a hot node's only those at their release level or higher can have made it hot, and those that had fallen silent.
 * Where there is none, the lines have moved, or it was about to cool: then its published signals decide anew, together.
 */
export function seedsOf(
  { verdict, values }: PublishedLoad,
  signals: readonly SignalSpec[],
  { measured, mayBeHeld }: SeedGround,
): readonly number[] {
  const all = signals.flatMap(({ name }, index) => (measured.has(name) ? [index] : []));
  const published = all.filter((index) => values.has(signals[index]!.name));
  if (verdict === 'cool') return published;
  const suspects = all.filter((index) => {
    const value = values.get(signals[index]!.name);
    return value === undefined ? mayBeHeld : value >= signals[index]!.release;
  });
  return suspects.length > 0 ? suspects : published;
}
