import type { Fault } from '#base/fault.ts';
import type { Clock } from '#ports/clock.ts';
import type { LoadReading, SignalReading, SourceProblem } from '#ports/load-source.ts';
import { bounded } from './bounded.ts';
import type { PrometheusClient } from './http/client.ts';
import { faultOfError } from './http/fault-of-error.ts';
import { prometheusFault } from './http/faults.ts';
import { queryVector } from './answers/instant-vector.ts';
import { Interner } from './answers/interner.ts';
import type { SignalQuery } from './queries.ts';
import { rawSeries } from './answers/raw-series.ts';
import { withTakenAt } from './answers/taken-at.ts';

/** What came of queries; those about pods are readings like the others. */
export type QueriesReading = Omit<LoadReading, 'pods'>;

export interface ReadOptions {
  readonly clock: Clock;
  readonly abort?: AbortSignal;
  /** When to evaluate, in milliseconds since the Unix epoch; the server's now unless said otherwise. */
  readonly atMs?: number;
}

/** Asks every query once, several at a time. Rejects only when aborted. */
export async function readSignals(
  client: PrometheusClient,
  queries: readonly SignalQuery[],
  options: ReadOptions,
): Promise<QueriesReading> {
  const interner = new Interner();
  const outcomes = await bounded(client.options.atOnce, queries, (query) => ask(client, query, interner, options));
  const problems = problemsOf(outcomes);
  return {
    signals: outcomes.map(({ reading }) => reading),
    problems,
    warnings: [...new Set(outcomes.flatMap(({ warnings }) => warnings))],
    isDegraded: problems.length > 0 || outcomes.some(({ isPartial }) => isPartial),
  };
}

/** What came of one query, with what there is to say of it. */
interface Outcome {
  readonly reading: SignalReading;
  readonly fault?: Fault;
  readonly warnings: readonly string[];
  readonly isPartial: boolean;
}

async function ask(
  client: PrometheusClient,
  query: SignalQuery,
  interner: Interner,
  { clock, abort, atMs }: ReadOptions,
): Promise<Outcome> {
  const { signal, unit, value, takenAt, labels, windowMs } = query;
  const startedAt = clock.now();
  const about = () => ({ signal, source: 'prometheus', tookMs: clock.now() - startedAt }) as const;
  try {
    const vector = await queryVector(client, {
      expression: takenAt === undefined ? value : withTakenAt(value, takenAt),
      hasTakenAt: takenAt !== undefined,
      labels,
      interner,
      ...(abort === undefined ? {} : { signal: abort }),
      ...(atMs === undefined ? {} : { atMs }),
    });
    const { warnings, isPartial } = vector;
    return {
      reading: { kind: 'read', ...about(), unit, series: rawSeries(vector, windowMs) },
      ...(vector.length === 0 ? { fault: nothingFound(query) } : {}),
      warnings,
      isPartial,
    };
  } catch (thrown) {
    abort?.throwIfAborted();
    const fault = faultOfError(client.shown, thrown);
    return { reading: { kind: 'failed', ...about(), fault }, fault, warnings: [], isPartial: false };
  }
}

/** That a metric has vanished for everybody says nothing of any node: the query is to be looked at. */
function nothingFound({ signal, value }: SignalQuery): Fault {
  return prometheusFault('prometheus/no-series', `the query for ${signal} finds nothing: ${value}`);
}

/** An unreachable server is one problem, not one a signal. */
function problemsOf(outcomes: readonly Outcome[]): readonly SourceProblem[] {
  const problems = new Map<string, { readonly fault: Fault; readonly signals: string[] }>();
  for (const { fault, reading } of outcomes) {
    if (fault === undefined) continue;
    const key = `${fault.code} ${fault.message}`;
    const known = problems.get(key) ?? { fault, signals: [] };
    known.signals.push(reading.signal);
    problems.set(key, known);
  }
  return [...problems.values()];
}
