import type { Fault } from '#base/fault.ts';
import type { Clock } from '#ports/clock.ts';
import type { PrometheusClient } from './client.ts';
import { faultOfError } from './fault-of-error.ts';
import { prometheusFault } from './faults.ts';
import { queryVector, type InstantVector } from './instant-vector.ts';
import { Interner } from './interner.ts';
import type { SignalQuery } from './queries.ts';
import { withTakenAt } from './taken-at.ts';

/** What came of one signal's query. */
export type SignalReading =
  | { readonly kind: 'read'; readonly query: SignalQuery; readonly series: InstantVector; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly query: SignalQuery; readonly fault: Fault; readonly tookMs: number };

/** What is wrong, told once, with every signal that it concerns. */
export interface Problem {
  readonly fault: Fault;
  readonly signals: readonly string[];
}

/** One reading of the whole cluster. A failed query leaves the others as they are. */
export interface PassReading {
  readonly signals: readonly SignalReading[];
  readonly problems: readonly Problem[];
  /** Warnings of partial answers, each once. */
  readonly warnings: readonly string[];
  /** Something is missing, or may be. */
  readonly isDegraded: boolean;
}

export interface PassOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** When to evaluate, in milliseconds since the Unix epoch; the server's now unless said otherwise. */
  readonly atMs?: number;
}

/** Asks every query once, several at a time. Rejects only when aborted. */
export async function readSignals(
  client: PrometheusClient,
  queries: readonly SignalQuery[],
  options: PassOptions,
): Promise<PassReading> {
  const interner = new Interner();
  const signals = await bounded(client.options.atOnce, queries, (query) =>
    readSignal(client, query, interner, options),
  );
  const problems = problemsOf(signals);
  const read = signals.filter((reading) => reading.kind === 'read');
  return {
    signals,
    problems,
    warnings: [...new Set(read.flatMap(({ series }) => series.warnings))],
    isDegraded: problems.length > 0 || read.some(({ series }) => series.isPartial),
  };
}

async function readSignal(
  client: PrometheusClient,
  query: SignalQuery,
  interner: Interner,
  { clock, signal, atMs }: PassOptions,
): Promise<SignalReading> {
  const { value, takenAt, labels } = query;
  const startedAt = clock.now();
  try {
    const series = await queryVector(client, {
      expression: takenAt === undefined ? value : withTakenAt(value, takenAt),
      hasTakenAt: takenAt !== undefined,
      labels,
      interner,
      ...(signal === undefined ? {} : { signal }),
      ...(atMs === undefined ? {} : { atMs }),
    });
    return { kind: 'read', query, series, tookMs: clock.now() - startedAt };
  } catch (thrown) {
    signal?.throwIfAborted();
    return { kind: 'failed', query, fault: faultOfError(client.shown, thrown), tookMs: clock.now() - startedAt };
  }
}

/** An unreachable server is one problem, not one a signal. That a metric has vanished for everybody is one too. */
function problemsOf(readings: readonly SignalReading[]): readonly Problem[] {
  const problems = new Map<string, { readonly fault: Fault; readonly signals: string[] }>();
  for (const reading of readings) {
    const fault = faultOfReading(reading);
    if (fault === undefined) continue;
    const key = `${fault.code} ${fault.message}`;
    const known = problems.get(key) ?? { fault, signals: [] };
    known.signals.push(reading.query.signal);
    problems.set(key, known);
  }
  return [...problems.values()];
}

function faultOfReading(reading: SignalReading): Fault | undefined {
  if (reading.kind === 'failed') return reading.fault;
  const { query, series } = reading;
  if (series.length > 0) return undefined;
  return prometheusFault('prometheus/no-series', `the query for ${query.signal} finds nothing: ${query.value}`);
}

/** Like `Promise.all`, with so many under way at once. */
async function bounded<In, Out>(
  atOnce: number,
  inputs: readonly In[],
  work: (input: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const outputs: Out[] = Array.from({ length: inputs.length });
  const waiting = inputs.entries();
  const worker = async (): Promise<void> => {
    for (const [place, input] of waiting) outputs[place] = await work(input);
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, worker));
  return outputs;
}
