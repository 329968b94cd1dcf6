import { prometheusFault } from './http/faults.ts';

/** The pieces that queries are put together from, each checked or escaped: nothing that was configured can change their shape. */
export interface Pieces {
  readonly windowMs: number;
  /** The same, as in `[4m]`. */
  readonly window: string;
  /** The labels that tell nodes apart, as in `by (node, instance)`. */
  readonly byNode: string;
  /** A selector that is narrowed as configured; `conditions` are PromQL. */
  readonly select: (metric: string, ...conditions: readonly string[]) => string;
}

/** A metric with its conditions, as in `node_cpu_seconds_total{mode="idle"}`. */
export function selector(metric: string, conditions: readonly string[]): string {
  const name = checked(metric, /^[a-zA-Z_:][a-zA-Z0-9_:]*$/, 'the name of a metric');
  return conditions.length === 0 ? name : `${name}{${conditions.join(',')}}`;
}

/** The condition that a label has exactly this value. */
export function equals(label: string, value: string): string {
  return `${labelName(label)}=${JSON.stringify(value)}`; // Go reads the same escapes
}

export function labelName(label: string): string {
  return checked(label, /^[a-zA-Z_][a-zA-Z0-9_]*$/, 'the name of a label');
}

/** A duration as PromQL writes it, in the largest unit that says it exactly: older servers know no fractions. */
export function durationText(ms: number): string {
  if (!Number.isSafeInteger(ms) || ms < 1) {
    throw prometheusFault('prometheus/bad-query', `${ms} ms is no window: whole milliseconds, at least 1`);
  }
  for (const [unit, length] of UNITS) if (ms % length === 0) return `${ms / length}${unit}`;
  return `${ms}ms`;
}

const UNITS = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

function checked(text: string, shape: RegExp, what: string): string {
  if (shape.test(text)) return text;
  throw prometheusFault('prometheus/bad-query', `${JSON.stringify(text)} is not ${what}`);
}
