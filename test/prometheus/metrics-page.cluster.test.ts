import { execFile } from 'node:child_process';
import { Registry } from 'prom-client';
import { expect, test as base } from 'vitest';
import { journal } from '#actuators/journal/journal.ts';
import { metricsSink } from '#actuators/journal/metrics-sink.ts';
import { countSinkFailures } from '#actuators/journal/sink-failures.ts';
import { systemClock } from '#app/system-clock.ts';
import { probesDefaults, serveProbes } from '#servers/probes.ts';
import { until } from '../support/until.ts';
import { prometheusProgram, startPrometheus } from './start-prometheus.ts';

const test = base.extend<{ program: (name: 'prometheus' | 'promtool') => string; page: { host: string } }>({
  program: async ({ skip }, use) =>
    use((name) => {
      const path = prometheusProgram(name);
      if (path === undefined) skip(`${name} is not installed: apt-get install prometheus`);
      return path!;
    }),
  // oxlint-disable-next-line no-empty-pattern -- vitest reads a fixture's dependencies from the pattern
  page: async ({}, use) => {
    const metrics = new Registry();
    const clock = systemClock();
    const sinks = [metricsSink(metrics)];
    const told = journal(
      {
        clock,
        sinks,
        sinkFailed: countSinkFailures(
          metrics,
          sinks.map(({ name }) => name),
        ),
      },
      'boot-1',
    );
    told.record({ kind: 'started', reasons: ['It was time.'] });
    const parts = { clock, liveness: [], readiness: [], metrics, status: () => [] };
    const probes = await serveProbes(parts, { ...probesDefaults, host: '127.0.0.1', port: 0 });
    await use({ host: `127.0.0.1:${probes.port}` });
    await probes.close();
  },
});

test('a real Prometheus scrapes our metrics page', async ({ program, page }) => {
  const prometheus = await startPrometheus(program('prometheus'), { targets: [page.host] });
  try {
    const [sample] = await until('the first scrape', async () => {
      const found = await prometheus.query('plimsoll_journal_entries_total{kind="started"}');
      return found.length > 0 ? found : undefined;
    });
    expect(sample!.value[1]).toBe('1');
    expect(sample!.metric['instance']).toBe(page.host);
  } finally {
    await prometheus.stop();
  }
});

test('promtool finds nothing wrong with our metrics page', async ({ program, page }) => {
  const text = await (await fetch(`http://${page.host}/metrics`)).text();
  const { promise, resolve } = Promise.withResolvers<string>();
  const promtool = execFile(program('promtool'), ['check', 'metrics'], (fault, stdout, stderr) =>
    resolve(fault === null ? 'ok' : stdout + stderr),
  );
  promtool.stdin!.end(text);
  expect(await promise).toBe('ok');
});
