import type { LoadView } from '#load/load-view.ts';
import { type ShownReading, shownReading } from '#views/shown-reading.ts';
import { span } from '#views/span.ts';

/** One signal of a node, with every number its verdict rests on. */
export interface HeatOfNode {
  readonly signal: string;
  readonly verdict: 'hot' | 'cool' | 'unknown';
  readonly reading: ShownReading;
  readonly threshold: number;
  /** Samples above the line, of the last `depth`. */
  readonly above: number;
  readonly depth: number;
}

export function heatOfNode(node: string, load: LoadView): readonly HeatOfNode[] {
  const row = load.rowNamed(node);
  if (row === undefined) return [];
  return load.explain(row).because.map(({ signal, verdict, reading, threshold, above, depth }) => ({
    signal,
    verdict,
    reading: shownReading(reading, load.now),
    threshold,
    above,
    depth,
  }));
}

/** As people read it: what is not known is left out. */
export function heatText(signals: readonly HeatOfNode[]): string {
  return signals
    .filter(({ verdict }) => verdict !== 'unknown')
    .map(signalText)
    .join('; ');
}

function signalText({ signal, verdict, reading, threshold, above, depth }: HeatOfNode): string {
  const { value, ageMs, source } = reading;
  const known =
    value === null || ageMs === null ? 'no longer measured' : `${value.toFixed(2)}, ${span(ageMs)} old, from ${source}`;
  return `${signal} is ${verdict} by the line ${threshold}: ${known}; ${above} of ${depth} samples above it`;
}
