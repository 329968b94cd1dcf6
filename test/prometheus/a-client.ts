import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemClock } from '#app/system-clock.ts';
import type { RawSeries } from '#load/sample.ts';
import { PrometheusClient } from '#sources/prometheus/http/client.ts';
import { prometheusDefaults, type PrometheusOptions } from '#sources/prometheus/http/options.ts';
import type { SignalQuery } from '#sources/prometheus/queries.ts';
import { type QueriesReading, readSignals } from '#sources/prometheus/read-signals.ts';

/** A client of a server, closed after the test. */
export function aClient(url: string, options: Partial<PrometheusOptions> = {}): PrometheusClient {
  const client = new PrometheusClient({ ...prometheusDefaults, url, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** One pass over queries. */
export function aPass(
  client: PrometheusClient,
  queries: readonly SignalQuery[],
  atMs?: number,
): Promise<QueriesReading> {
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

/** What was read of a signal: values by the series' labels, as text where it is no number. */
export function valuesOf(pass: QueriesReading, signal: string): Record<string, number | string> {
  return Object.fromEntries(
    seriesOf(pass, signal).map(({ labels, value, takenAt }) => {
      const shown = typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value;
      return [Object.values(labels).join(' '), Number.isNaN(takenAt) ? 'no live sample' : shown];
    }),
  );
}

/** What was read of a signal, series by series; none where it was not read. */
export function seriesOf(pass: QueriesReading, signal: string): readonly RawSeries[] {
  const reading = pass.signals.find((one) => one.signal === signal);
  return reading?.kind === 'read' ? [...reading.series] : [];
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
