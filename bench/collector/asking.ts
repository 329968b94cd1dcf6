import { annotationsDefaults } from '#load/annotation-options.ts';
import { builtInSignals } from '#load/signals/built-in-signals.ts';
import { pressureSignals } from '#load/signals/custom-signals.ts';
import { loadDefaults } from '#load/options.ts';
import type { SignalSpec } from '#load/signals/signal.ts';
import type { LoadSource } from '#ports/load-source.ts';
import type { Clock } from '#ports/clock.ts';
import { PrometheusClient } from '#sources/prometheus/http/client.ts';
import { prometheusDefaults } from '#sources/prometheus/http/options.ts';
import { prometheusSource } from '#sources/prometheus/prometheus-source.ts';
import { queriesOf } from '#sources/prometheus/queries.ts';
import { queryDefaults, type QueryOptions } from '#sources/prometheus/query-options.ts';
import { nodeSignals } from './population.ts';

/** As many built-in signals of nodes as there are. */
export const queryOptions: QueryOptions = { ...queryDefaults, scrapeIntervalMs: 30_000, pressure: 'asked' };

/** What those signals are, in their order. */
export const signals: readonly SignalSpec[] = [
  ...builtInSignals(loadDefaults, annotationsDefaults),
  ...pressureSignals(0.5, loadDefaults, annotationsDefaults),
].filter(({ name }) => nodeSignals.some((signal) => signal === name));

/** A machine that others use too may be slow to answer: what is measured is the work, not whether it is in time. */
const DEADLINE_MS = 120_000;

export function clientOf(url: string): PrometheusClient {
  return new PrometheusClient({ ...prometheusDefaults, url, deadlineMs: DEADLINE_MS });
}

export function askingPrometheus(url: string, clock: Clock): LoadSource {
  return prometheusSource(clientOf(url), queriesOf(queryOptions), clock);
}

/** Has the stub prepare what it will answer. */
export async function prepareRound(
  url: string,
  round: { readonly round: number; readonly nowMs: number; readonly pods: 'none' | 'prometheus' | 'metrics-api' },
): Promise<void> {
  await fetch(`${url}/round`, { method: 'POST', body: JSON.stringify(round) });
}
