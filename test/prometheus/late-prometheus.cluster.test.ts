import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#app/system-clock.ts';
import { prometheusSource } from '#sources/prometheus/prometheus-source.ts';
import { queriesOf } from '#sources/prometheus/queries.ts';
import { queryDefaults } from '#sources/prometheus/query-options.ts';
import { aPlanner, web } from '../support/a-planner.ts';
import { freePort } from '../support/free-port.ts';
import { aClient } from './a-client.ts';
import { counter, gauge, type Scraped } from './past-exporters.ts';
import { prometheusProgram, startPrometheus } from './start-prometheus.ts';

const HOUR = 3_600_000;

test('a Prometheus that comes up after us: nothing is known of the past, then all that it remembers', async ({
  skip,
}) => {
  const [program, promtool] = [prometheusProgram('prometheus'), prometheusProgram('promtool')];
  if (program === undefined || promtool === undefined) return skip('prometheus is not installed');
  const port = await freePort();
  const queries = queriesOf({ ...queryDefaults, scrapeIntervalMs: 60_000 });
  const source = prometheusSource(aClient(`http://127.0.0.1:${port}`), queries, systemClock());
  const { see, journal } = await aPlanner(source, 3 * HOUR);
  const now = Date.now();
  expect((await see(now)).forecast.cpuCores.outlook.learntMs).toBe(0);
  expect(journal.told).toMatchObject([{ kind: 'past-unread', reasons: [expect.stringContaining('pod-cpu')] }]);

  const to = Math.floor(now / 60_000) * 60;
  const scraped: Scraped = { from: to - 2 * 3600, to, everySeconds: 60 };
  const { name: pod, namespace } = web.metadata;
  const labels = { namespace: namespace!, pod, container: 'main' };
  const series = [
    counter('container_cpu_usage_seconds_total', labels, 0.3, scraped),
    gauge('container_memory_working_set_bytes', labels, 2 ** 28, scraped),
  ];
  const prometheus = await startPrometheus(program, { port, past: { promtool, series } });
  onTestFinished(() => prometheus.stop());
  const { cpuCores, memoryBytes } = (await see(now + 5000)).forecast;
  for (const { outlook } of [cpuCores, memoryBytes]) expect(outlook.learntMs).toBeGreaterThan(1.5 * HOUR);
  expect(journal.told.map(({ kind }) => kind)).toEqual(['past-unread', 'past-read']);
});
