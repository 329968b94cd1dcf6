import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from 'vitest';
import { queriesOf } from '#sources/prometheus/queries.ts';
import { queryDefaults } from '#sources/prometheus/query-options.ts';
import { hollowNode } from '../hollow-nodes/node-spec.ts';
import { aClient, aPass, valuesOf } from '../prometheus/a-client.ts';
import { type Prometheus, prometheusProgram, startPrometheus } from '../prometheus/start-prometheus.ts';
import { freePort } from '../support/free-port.ts';
import { startGuarded, untilReady } from '../support/guarded-process.ts';
import { until } from '../support/until.ts';
import { nodeExporterPage } from './node-exporter-page.ts';
import { NodeLoad } from './node-load.ts';
import { recordedTraces } from './recorded-traces.ts';

/** The real exporter of the machine that the test runs on. */
const test = base.extend<{ host: string }>({
  host: async ({ skip }, use) => {
    const program = prometheusProgram('prometheus-node-exporter');
    if (program === undefined) skip('prometheus-node-exporter is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-node-exporter-'));
    const host = `127.0.0.1:${await freePort()}`;
    const args = [`--web.listen-address=${host}`, `--collector.textfile.directory=${folder}`];
    const exporter = await startGuarded('node_exporter', { program: program!, args, log: join(folder, 'log') });
    await untilReady(exporter, async () => (await fetch(`http://${host}/metrics`)).ok, 30_000);
    await use(host);
    await exporter.stop();
    rmSync(folder, { recursive: true, force: true });
  },
});

interface RawSeries {
  readonly metric: Readonly<Record<string, string>>;
  /** Seconds and value of every scrape. */
  readonly values: readonly (readonly [number, string])[];
}

/** Samples as they were scraped. */
async function raw(prometheus: Prometheus, selector: string, atSeconds: number): Promise<readonly RawSeries[]> {
  const body = new URLSearchParams({ query: selector, time: String(atSeconds) });
  const response = await fetch(`${prometheus.url}/api/v1/query`, { method: 'POST', body });
  return ((await response.json()) as { data: { result: readonly RawSeries[] } }).data.result;
}

const range = (values: readonly number[]): { low: number; high: number } => ({
  low: Math.min(...values) - 1e-6,
  high: Math.max(...values) + 1e-6,
});

/** The busy share between each two scrapes that follow each other. */
function busyShares(series: readonly RawSeries[]): number[] {
  const scrapes = series[0]!.values.length;
  return Array.from({ length: scrapes - 1 }, (_, scrape) => {
    const grown = (counted: readonly RawSeries[]): number =>
      counted.reduce((sum, { values }) => sum + Number(values[scrape + 1]![1]) - Number(values[scrape]![1]), 0);
    return 1 - grown(series.filter(({ metric }) => /^(?:idle|iowait|steal)$/.test(metric['mode']!))) / grown(series);
  });
}

test('our values of this very machine lie between those of the scrapes around them', async ({ host, skip }) => {
  const program = prometheusProgram('prometheus');
  if (program === undefined) skip('prometheus is not installed: apt-get install prometheus');
  const prometheus = await startPrometheus(program!, { targets: [host] });
  try {
    const atSeconds = await until('ten scrapes', async () => {
      const [newest] = await prometheus.query('timestamp(node_load1) and count_over_time(node_load1[15s]) >= 10');
      return newest === undefined ? undefined : Number(newest.value[1]) + 0.5;
    });
    await until('the next scrape', async () => {
      const [newest] = await prometheus.query(`timestamp(node_load1) > ${atSeconds}`);
      return newest;
    });
    const options = { ...queryDefaults, windowMs: 8000, pods: 'not-asked' } as const;
    const pass = await aPass(aClient(prometheus.url), queriesOf(options), atSeconds * 1000);
    const ours = (signal: string): number => Number(valuesOf(pass, signal)[host]);

    const busy = range(busyShares(await raw(prometheus, 'node_cpu_seconds_total[8s]', atSeconds)));
    expect(ours('cpu')).toBeGreaterThanOrEqual(busy.low);
    expect(ours('cpu')).toBeLessThanOrEqual(busy.high);

    const around = async (expression: string): Promise<{ low: number; high: number }> => {
      const [series] = await raw(prometheus, `(${expression})[3s:500ms]`, atSeconds + 1.5);
      return range(series!.values.map(([, value]) => Number(value)));
    };
    const memory = await around('1 - node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes');
    expect(ours('memory')).toBeGreaterThanOrEqual(memory.low);
    expect(ours('memory')).toBeLessThanOrEqual(memory.high);
    const load = await around(`node_load1 / ${cpus().length}`);
    expect(ours('load')).toBeGreaterThanOrEqual(load.low);
    expect(ours('load')).toBeLessThanOrEqual(load.high);
  } finally {
    await prometheus.stop();
  }
});

test('a stand-in’s page says nothing that the real exporter would not say', async ({ host }) => {
  const real = await (await fetch(`http://${host}/metrics`)).text();
  const at = Date.now();
  const spec = hollowNode(0, { cpu: String(cpus().length) });
  const playing = { traces: recordedTraces('crane-series'), speed: 1, from: at, seed: 'a' };
  const page = nodeExporterPage(new NodeLoad(spec, '10.0.0.1', at, playing).read(at));
  // comments whole, of samples the names and the labels; but uname's labels are the machine's own
  const spoken = (text: string): Set<string> =>
    new Set(
      text
        .trimEnd()
        .split('\n')
        .map((line) => (line.startsWith('#') ? line : line.replace(/ \S+$/, '').replace(/^(node_uname_info).*/, '$1'))),
    );
  const known = spoken(real);
  expect([...spoken(page)].filter((line) => !known.has(line))).toEqual([]);
});
