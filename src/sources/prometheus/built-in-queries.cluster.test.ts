import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClient, aPass, seriesOf, valuesOf } from '#test/prometheus/a-client.ts';
import { NOW, pastCases } from '#test/prometheus/past-cases.ts';
import { type Prometheus, prometheusProgram, startPrometheus } from '#test/prometheus/start-prometheus.ts';
import { queriesOf } from './queries.ts';
import { queryDefaults, type QueryOptions } from './query-options.ts';
import { readPast } from './read-past.ts';
import type { QueriesReading } from './read-signals.ts';

let prometheus: Prometheus | undefined;

beforeAll(async () => {
  const [program, promtool] = [prometheusProgram('prometheus'), prometheusProgram('promtool')];
  if (program === undefined || promtool === undefined) return;
  prometheus = await startPrometheus(program, {
    targets: [],
    past: { promtool, series: Object.values(pastCases).flat() },
  });
});
afterAll(() => prometheus?.stop());

function ofCase(name: string, options: Partial<QueryOptions> = {}): QueryOptions {
  return { ...queryDefaults, only: { case: name }, pods: 'not-asked', ...options };
}

const realTest = test.extend<{ url: string; read: (options: QueryOptions) => Promise<QueriesReading> }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads a fixture's dependencies from the pattern
  url: async ({ skip }, use) => {
    if (prometheus === undefined) skip('prometheus is not installed: apt-get install prometheus');
    await use(prometheus!.url);
  },
  read: async ({ url }, use) => use((options) => aPass(aClient(url), queriesOf(options), NOW * 1000)),
});

/** How long before the query each value was measured, in seconds, by the last of its labels. */
function agesOf(pass: QueriesReading, signal: string): Record<string, number> {
  return Object.fromEntries(
    seriesOf(pass, signal).map(({ labels, takenAt }) => [Object.values(labels).at(-1)!, NOW - takenAt / 1000]),
  );
}

const cases: readonly {
  name: string;
  of: string;
  options?: Partial<QueryOptions>;
  want: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
}[] = [
  {
    name: 'instances by address and port',
    of: 'A-01',
    want: { cpu: { '10.0.0.11:9100': 0.4, '10.0.0.12:9100': 0.9 } },
  },
  {
    name: 'the node label is kept where there is one',
    of: 'A-03',
    want: { cpu: { 'worker-a 10.244.3.7:9100': 0.3, 'worker-b': 0.5 } },
  },
  { name: 'scrapes of a minute, defaults', of: 'A-07', want: { cpu: { a: 0.62 }, memory: {} } },
  {
    name: 'a window as short as the scrape interval finds nothing',
    of: 'A-07',
    options: { windowMs: 60_000 },
    want: { cpu: {} },
  },
  {
    name: 'an exporter and its successor: one value, the higher',
    of: 'A-08',
    want: { cpu: { a: 0.85 }, memory: { a: 0.6 } },
  },
  { name: 'an HA pair: load over the cores there are', of: 'A-09', want: { cpu: { n: 0.83 }, load: { n: 1.5 } } },
  {
    name: 'Windows beside Linux: no load average there, and no zero',
    of: 'A-11',
    want: { cpu: { lin: 0.25, win: 0.72 }, memory: { win: 0.75 }, load: { lin: 0.5 } },
  },
  {
    name: 'memory without MemAvailable; total alone is unknown',
    of: 'A-12',
    want: { memory: { 'old-kernel': 0.5, 'new-kernel': 0.7 } },
  },
  {
    name: 'recording rules stand in where raw series are missing',
    of: 'rules',
    want: { cpu: { both: 0.7, ruled: 0.33 }, memory: { ruled: 0.44 }, load: { ruled: 1.25 } },
  },
  {
    name: 'a new node, or one with a new exporter, is as busy as it is',
    of: 'young',
    want: { cpu: { new: 0.1, moved: 0.2, 'new-windows': 0.3 } },
  },
  {
    name: 'a counter that jumps is no idle node, and rounding no negative one',
    of: 'glitch',
    want: { cpu: { idle: 0 } },
  },
  {
    name: 'pods: containers summed once each, without the pause; pod groups and rules where there is nothing else',
    of: 'pods',
    options: { pods: 'asked' },
    want: {
      'pod-cpu': {
        'shop web-1': 0.6,
        'shop again-1': 0.325, // 0.2 and then 0.3, each drawn out by Prometheus to where it might have been seen
        'shop db-0': 0.45, // its predecessor's: see its age below
        'shop cri-dockerd-1': 0.4,
        'shop resource-1': 0.6,
        'shop ruled-1': 0.9,
      },
      'pod-memory': {
        'shop web-1': 600,
        'shop again-1': 300,
        'shop db-0': 900,
        'shop cri-dockerd-1': 400,
        'shop resource-1': 600,
        'shop ruled-1': 900,
      },
    },
  },
  {
    name: 'A-05: latency is the p95 in milliseconds, and unknown where nothing was asked',
    of: 'latency',
    options: { latency: { histogram: 'http_request_duration_seconds', unit: 's' } },
    want: { latency: { 'shop web-1': 300, 'shop quiet-1': 'NaN' } },
  },
  {
    name: 'stalls are shares of time',
    of: 'pressure',
    options: { pressure: 'asked' },
    want: { 'psi-cpu': { a: 0.1 }, 'psi-memory': { a: 0.2 }, 'psi-io': { a: 0.3 } },
  },
];
for (const c of cases) {
  realTest(`${c.of}: ${c.name}`, async ({ read }) => {
    const pass = await read(ofCase(c.of, c.options));
    for (const [signal, want] of Object.entries(c.want)) expect(valuesOf(pass, signal), signal).toEqual(want);
    expect(pass.problems.filter(({ fault }) => fault.code !== 'prometheus/no-series')).toEqual([]);
  });
}

realTest(
  'a value carries the time of its scrape, not of the query; one without a live sample is none',
  async ({ read }) => {
    const pass = await read(ofCase('stale', { windowMs: 900_000 }));
    expect(valuesOf(pass, 'cpu')).toEqual({ 'gone-210s': 0.6, 'gone-390s': 'no live sample', there: 0.6 });
    expect(agesOf(pass, 'cpu')).toEqual({ 'gone-210s': 210, 'gone-390s': Number.NaN, there: 30 });
  },
);

realTest(
  'A-08: a join that fails loses its own signal, and is told once in the words of Prometheus',
  async ({ read }) => {
    const expression =
      'node_memory_MemAvailable_bytes{case="A-08"} / on (instance) node_memory_MemTotal_bytes{case="A-08"}';
    const pass = await read(ofCase('A-08', { replaced: { memory: { expression } } }));
    expect(valuesOf(pass, 'cpu')).toEqual({ a: 0.85 });
    expect(pass.problems.find(({ signals }) => signals.includes('memory'))).toMatchObject({
      signals: ['memory'],
      fault: {
        code: 'prometheus/bad-query',
        message: expect.stringMatching(/many-to-many|multiple matches|duplicate series/),
      },
    });
  },
);

realTest('500 nodes come in one answer', async ({ read }) => {
  const pass = await read(ofCase('many', { pods: 'asked' }));
  const values = valuesOf(pass, 'cpu');
  expect(Object.keys(values)).toHaveLength(500);
  expect(values['10.1.1.249:9100']).toBe(0.998);
  expect(pass.problems.map(({ signals }) => signals)).toEqual([['memory'], ['load'], ['pod-cpu'], ['pod-memory']]);
});

realTest(
  "a pod's value is as old as the oldest sample in it: what a predecessor of its name used is no use of its own",
  async ({ read }) => {
    const pass = await read(ofCase('pods', { pods: 'asked' }));
    for (const signal of ['pod-cpu', 'pod-memory']) {
      expect(agesOf(pass, signal)).toMatchObject({ 'web-1': 30, 'resource-1': 30, 'ruled-1': 30, 'db-0': 150 });
    }
  },
);

realTest('the past comes step by step', async ({ url }) => {
  const [cpu] = queriesOf(ofCase('A-01'));
  const span = { fromMs: (NOW - 600) * 1000, toMs: NOW * 1000, stepMs: 30_000 };
  const past = await readPast(aClient(url), cpu!, span);
  expect(past.labels['instance']).toEqual(['10.0.0.11:9100', '10.0.0.12:9100']);
  expect([...past.starts]).toEqual([0, 21, 42]);
  expect(past.takenAtMs[20]).toBe(NOW * 1000);
  for (const [place, value] of past.values.entries()) expect(value).toBeCloseTo(place < 21 ? 0.4 : 0.9, 6);
});

realTest('A-02: a value with quotes and backslashes reaches Prometheus as it is', async ({ read }) => {
  const pass = await read(ofCase('a"b\\c'));
  expect(pass.problems.map(({ fault }) => fault.code)).toEqual(pass.signals.map(() => 'prometheus/no-series'));
});
