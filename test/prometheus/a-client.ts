import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '#app/system-clock.ts';
import { PrometheusClient } from '#sources/prometheus/client.ts';
import { flaws } from '#sources/prometheus/sample-text.ts';
import { prometheusDefaults, type PrometheusOptions } from '#sources/prometheus/options.ts';
import type { SignalQuery } from '#sources/prometheus/queries.ts';
import { readSignals, type PassReading } from '#sources/prometheus/read-signals.ts';

/** A client of a server, closed after the test. */
export function aClient(url: string, options: Partial<PrometheusOptions> = {}): PrometheusClient {
  const client = new PrometheusClient({ ...prometheusDefaults, url, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** One pass over queries. */
export function aPass(client: PrometheusClient, queries: readonly SignalQuery[], atMs?: number): Promise<PassReading> {
  return readSignals(client, queries, { clock: systemClock(), ...(atMs === undefined ? {} : { atMs }) });
}

/** A query that is sent as its signal's name. */
export const aQuery = (signal: string, labels: readonly string[] = ['instance']): SignalQuery => ({
  signal,
  about: 'node',
  unit: 'ratio',
  value: signal,
  labels,
});

/** What was read of a signal: values by the series' labels, and the flaw where there is no value. */
export function valuesOf(pass: PassReading, signal: string): Record<string, number | string> {
  const reading = pass.signals.find(({ query }) => query.signal === signal);
  if (reading?.kind !== 'read') return {};
  const { series, query } = reading;
  return Object.fromEntries(
    Array.from(series.values, (value, row) => [
      query.labels.flatMap((label) => series.labels[label]?.[row] ?? []).join(' '),
      series.flaws[row] === 0 ? Math.round(value * 1e6) / 1e6 : flaws[series.flaws[row]!]!,
    ]),
  );
}

/** A folder that goes away with the test; gives the path of a file in it, written anew. */
export function aFolder(): (name: string, text: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return (name, text) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
}
