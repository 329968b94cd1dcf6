/** How many recorded seconds pass in one: load, scrapes, windows, intervals and cooldowns alike are so much shorter. */
export const LAPSE = 20;

/** A span of recorded time, as it passes in a run: whole milliseconds. */
export const lapsed = (recordedMs: number): number => Math.round(recordedMs / LAPSE);

/** The same, as Go and our configuration write it. */
export const lapsedText = (recordedMs: number): string => `${lapsed(recordedMs)}ms`;

export const MINUTE: number = 60_000;

/** What passed in a run, in minutes of recorded time. */
export const recordedMinutes = (ms: number): number => (ms * LAPSE) / MINUTE;

/** Spans of recorded time that hold for everybody. */
export const spans: Readonly<Record<'scrape' | 'window' | 'start' | 'end' | 'measured', number>> = {
  scrape: MINUTE / 2,
  /** Of rates: four scrapes. */
  window: 2 * MINUTE,
  /** From the binding of a pod to its readiness, in two equal parts; and from its deletion to its end. */
  start: MINUTE / 3,
  end: MINUTE / 6,
  measured: 90 * MINUTE,
};
