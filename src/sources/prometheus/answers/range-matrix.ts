import type { Answered, PrometheusClient } from '#sources/prometheus/http/client.ts';
import { type LabelColumns, LabelGatherer, type SampleColumns, SampleGatherer } from './columns.ts';
import type { Interner } from './interner.ts';
import { readResult, type Standing } from './read-result.ts';

/** The past of many series, as columns: the samples of series `i` are those from `starts[i]` to before `starts[i + 1]`. */
export interface RangeMatrix extends SampleColumns, Standing {
  /** Of series. */
  readonly length: number;
  readonly labels: LabelColumns;
  /** One longer than there are series. */
  readonly starts: Uint32Array;
}

export interface MatrixReading {
  readonly labels: readonly string[];
  readonly interner: Interner;
}

export interface MatrixQuery extends MatrixReading {
  readonly expression: string;
  /** Milliseconds since the Unix epoch, both ends counted in. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly signal?: AbortSignal;
}

/** Evaluates an expression at every step of a span. Prometheus refuses more than 11,000 steps. */
export function queryMatrix(client: PrometheusClient, query: MatrixQuery): Promise<RangeMatrix> {
  const { expression, fromMs, toMs, stepMs, signal } = query;
  const form = {
    query: expression,
    start: (fromMs / 1000).toFixed(3),
    end: (toMs / 1000).toFixed(3),
    step: (stepMs / 1000).toFixed(3),
    timeout: `${client.options.deadlineMs}ms`,
  };
  return client.ask({ path: '/api/v1/query_range', form, ...(signal === undefined ? {} : { signal }) }, (answered) =>
    readMatrix(answered, query),
  );
}

/** Takes a matrix in while it comes. */
export async function readMatrix(answered: Answered, reading: MatrixReading): Promise<RangeMatrix> {
  const labels = new LabelGatherer(reading.labels, reading.interner);
  const samples = new SampleGatherer();
  const starts = [0];
  const standing = await readResult(answered, 'matrix', ({ metric, values }) => {
    labels.add(metric);
    for (const sample of Array.isArray(values) ? values : []) samples.add(sample);
    starts.push(samples.length);
  });
  return {
    ...standing,
    ...samples.columns(),
    length: starts.length - 1,
    labels: labels.columns(),
    starts: new Uint32Array(starts),
  };
}
