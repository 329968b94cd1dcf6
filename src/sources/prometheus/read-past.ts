import type { PrometheusClient } from './http/client.ts';
import { Interner } from './answers/interner.ts';
import type { SignalQuery } from './queries.ts';
import { queryMatrix, type RangeMatrix } from './answers/range-matrix.ts';

/** A span of the past, both ends counted in, in milliseconds since the Unix epoch. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly signal?: AbortSignal;
}

/** What one signal's query would have given at each step of a span. A step counts as measured when it was evaluated. */
export function readPast(client: PrometheusClient, query: SignalQuery, span: Span): Promise<RangeMatrix> {
  return queryMatrix(client, { ...span, expression: query.value, labels: query.labels, interner: new Interner() });
}
