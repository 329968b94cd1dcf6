import type { Answered, PrometheusClient } from '#sources/prometheus/http/client.ts';
import { type LabelColumns, LabelGatherer, type SampleColumns, SampleGatherer } from './columns.ts';
import type { Interner } from './interner.ts';
import { readResult, type Standing } from './read-result.ts';
import { TakenAtRows } from './taken-at.ts';

/** One sample a series, as columns. */
export interface InstantVector extends SampleColumns, Standing {
  readonly length: number;
  readonly labels: LabelColumns;
}

export interface VectorReading {
  /** The labels to keep. */
  readonly labels: readonly string[];
  readonly interner: Interner;
  /** Whether the query gives rows of two kinds, as `withTakenAt` writes it. */
  readonly hasTakenAt: boolean;
}

export interface VectorQuery extends VectorReading {
  readonly expression: string;
  /** When to evaluate it, in milliseconds since the Unix epoch; the server's now unless said otherwise. */
  readonly atMs?: number;
  readonly signal?: AbortSignal;
}

/** Evaluates an expression at one instant. */
export function queryVector(client: PrometheusClient, query: VectorQuery): Promise<InstantVector> {
  const { expression, atMs, signal } = query;
  const form = {
    query: expression,
    timeout: `${client.options.deadlineMs}ms`, // nobody waits for what comes later
    ...(atMs === undefined ? {} : { time: (atMs / 1000).toFixed(3) }),
  };
  return client.ask({ path: '/api/v1/query', form, ...(signal === undefined ? {} : { signal }) }, (answered) =>
    readVector(answered, query),
  );
}

/** Takes a vector in while it comes. */
export async function readVector(answered: Answered, reading: VectorReading): Promise<InstantVector> {
  const labels = new LabelGatherer(reading.labels, reading.interner);
  const samples = new SampleGatherer();
  const taken = reading.hasTakenAt ? new TakenAtRows(labels) : undefined;
  const standing = await readResult(answered, 'vector', ({ metric, value }) => {
    if (taken?.takes(metric, value)) return;
    labels.add(metric);
    samples.add(value);
  });
  const columns = samples.columns();
  taken?.putInto(columns);
  return { ...standing, ...columns, length: samples.length, labels: labels.columns() };
}
