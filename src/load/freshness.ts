/** How long a sample counts, and how far its clock may run ahead of ours. */
export interface FreshnessRule {
  readonly freshForMs: number;
  readonly skewMs: number;
}

export type Freshness = 'fresh' | 'too-old' | 'from-the-future';

/**
 * Whether a sample still says something about `now`. The one place where that is decided: by the sample's own time,
 * never by the time it was read. A sample exactly `freshForMs` old is fresh; one without a time is none.
 */
export function freshnessOf(takenAt: number, now: number, { freshForMs, skewMs }: FreshnessRule): Freshness {
  const ageMs = now - takenAt;
  if (ageMs < -skewMs) return 'from-the-future';
  return ageMs <= freshForMs ? 'fresh' : 'too-old';
}
