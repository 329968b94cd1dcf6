import { afterAll, beforeAll, test as base } from 'vitest';
import { systemClock } from '#app/system-clock.ts';
import { loadSourceContract, type LoadSourceUnderTest, type Measured } from '#test/contract/load-source.ts';
import { cpuCounters, gauge, memoryGauges, type Scraped } from '#test/prometheus/past-exporters.ts';
import { type Prometheus, prometheusProgram, startPrometheus } from '#test/prometheus/start-prometheus.ts';
import { freePort } from '#test/support/free-port.ts';
import { PrometheusClient } from './http/client.ts';
import { type Connect, connectByUndici } from './http/exchange.ts';
import { prometheusDefaults } from './http/options.ts';
import { prometheusSource } from './prometheus-source.ts';
import { queriesOf } from './queries.ts';
import { queryDefaults, type QueryOptions } from './query-options.ts';

/** Scraped every 15 s up to half a minute ago, as if the exporters had been silent since. */
const lastScrape = Math.floor(Date.now() / 15_000) * 15 - 30;
const scraped: Scraped = { from: lastScrape - 1800, to: lastScrape, everySeconds: 15 };
const web = { namespace: 'shop', pod: 'web-1' };

/** A rule's name: what a silent exporter's rate is now depends on when it is asked for. */
const RULE = 'node_namespace_pod_container:container';

const options: QueryOptions = {
  ...queryDefaults,
  scrapeIntervalMs: 15_000,
  nodeLabels: ['instance'],
  added: [{ signal: 'broken', about: 'node', expression: 'sum(' }],
};
const takenAt = lastScrape * 1000;
const rate = { takenAt, windowMs: 120_000 } as const;

const measured: Readonly<Record<string, Measured>> = {
  cpu: { unit: 'ratio', values: { 'worker-a': 0.4, 'worker-b': 0.9 }, ...rate },
  memory: { unit: 'ratio', values: { 'worker-a': 0.25, 'worker-b': 0.75 }, takenAt },
  load: { unit: 'ratio', values: { 'worker-a': 0.5, 'worker-b': 2 }, takenAt },
};
const pods = {
  cpuCores: { unit: 'cores', values: { 'shop web-1': 0.3 }, ...rate },
  memoryBytes: { unit: 'bytes', values: { 'shop web-1': 300 }, takenAt },
} as const;

let prometheus: Prometheus | undefined;

beforeAll(async () => {
  const [program, promtool] = [prometheusProgram('prometheus'), prometheusProgram('promtool')];
  if (program === undefined || promtool === undefined) return;
  const series = [
    ...cpuCounters({ instance: 'worker-a' }, { cpus: 2, busy: 0.4 }, scraped),
    ...cpuCounters({ instance: 'worker-b' }, { cpus: 2, busy: 0.9 }, scraped),
    ...memoryGauges({ instance: 'worker-a' }, { MemTotal: 1000, MemAvailable: 750 }, scraped),
    ...memoryGauges({ instance: 'worker-b' }, { MemTotal: 1000, MemAvailable: 250 }, scraped),
    gauge('node_load1', { instance: 'worker-a' }, 1, scraped),
    gauge('node_load1', { instance: 'worker-b' }, 4, scraped),
    ...['one', 'two'].flatMap((container, place) => [
      gauge(`${RULE}_cpu_usage_seconds_total:sum_rate5m`, { ...web, container }, 0.1 * (place + 1), scraped),
      gauge('container_memory_working_set_bytes', { ...web, container }, 100 * (place + 1), scraped),
    ]),
  ];
  prometheus = await startPrometheus(program, { targets: [], past: { promtool, series } });
});
afterAll(() => prometheus?.stop());

const test = base.extend<{ subject: LoadSourceUnderTest }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads a fixture's dependencies from the pattern
  subject: async ({ skip }, use) => {
    if (prometheus === undefined) skip('prometheus is not installed: apt-get install prometheus');
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const asked: string[] = [];
    const opened = (url: string): PrometheusClient =>
      new PrometheusClient({ ...prometheusDefaults, url }, recording(asked));
    const source = prometheusSource(opened(prometheus!.url), queriesOf(options), systemClock());
    await use({
      source,
      measured,
      failing: 'broken',
      pods,
      past: { fromMs: takenAt - 600_000, toMs: takenAt, stepMs: 60_000 },
      asked: () => asked,
      unreachable: () => prometheusSource(opened(nobody), queriesOf(options), systemClock()),
    });
    await source.close();
  },
});

/** The connections of always, and what was asked over them. */
function recording(asked: string[]): Connect {
  return (route) => {
    const connections = connectByUndici(route);
    return {
      ...connections,
      exchange(ask) {
        asked.push(decodeURIComponent(`${ask.url.href} ${ask.body ?? ''}`));
        return connections.exchange(ask);
      },
    };
  };
}

for (const [promise, keeps] of Object.entries(loadSourceContract)) {
  test(`a real Prometheus: ${promise}`, async ({ subject }) => keeps(subject));
}
