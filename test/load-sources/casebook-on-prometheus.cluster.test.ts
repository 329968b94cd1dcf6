import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#app/system-clock.ts';
import { gatherSignals } from '#controllers/gather-reading.ts';
import type { GatheredSignal } from '#load/gathering/gather-signal.ts';
import type { LiveNode } from '#load/live-node.ts';
import { loadDefaults } from '#load/options.ts';
import type { SignalSpec } from '#load/signals/signal.ts';
import { unknownReasons } from '#load/unknown-reason.ts';
import { prometheusSource } from '#sources/prometheus/prometheus-source.ts';
import { queriesOf } from '#sources/prometheus/queries.ts';
import { queryDefaults } from '#sources/prometheus/query-options.ts';
import { aRosterNode } from '../collector/fakes.ts';
import { aClient } from '../prometheus/a-client.ts';
import type { PastSeries } from '../prometheus/backfill.ts';
import { gauge, type Scraped } from '../prometheus/past-exporters.ts';
import { type Prometheus, prometheusProgram, startPrometheus } from '../prometheus/start-prometheus.ts';
import { aNode, aSignal } from '../support/a-load.ts';

/** Scraped every 15 s; half a minute ago for the last time, unless a case says otherwise. */
const lastScrape = Math.floor(Date.now() / 15_000) * 15 - 30;
const scraped = (agoSeconds = 0): Scraped => ({
  from: lastScrape - 900 - agoSeconds,
  to: lastScrape - agoSeconds,
  everySeconds: 15,
});

interface Exported {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number | string;
  readonly agoSeconds?: number;
}

interface Case {
  readonly name: string;
  readonly nodes: readonly LiveNode[];
  readonly exported: readonly Exported[];
  readonly signal?: SignalSpec;
  /** Instead of the gauge as it is. */
  readonly query?: (gauge: string) => string;
  /** By node in their order: the value as it would be published, or the reason why there is none. */
  readonly want: readonly string[];
}

const at = (instance: string, value: number | string): Exported => ({ labels: { instance }, value });
const addressed = (name: string, ...addresses: readonly string[]): LiveNode => aNode(name, { addresses });
const trio = ['a', 'b', 'c'].map((name) => addressed(name));

const cases: readonly Case[] = [
  {
    name: 'A-01: series keyed by address and port, nodes by name',
    nodes: [addressed('worker-a', '10.0.0.11'), addressed('worker-b', '10.0.0.12')],
    exported: [at('10.0.0.11:9100', 0.4), at('10.0.0.12:9100', 0.9)],
    want: ['0.400', '0.900'],
  },
  {
    name: 'A-02: names that are prefixes or patterns of one another do not hit a neighbour',
    nodes: ['node-1', 'node-10', 'db.a', 'db-a'].map((name) => addressed(name)),
    exported: [at('node-10:9100', 0.95), at('db-a:9100', 0.9), at('db.a:9100', 0.2), at('node-1:9100', 0.1)],
    want: ['0.100', '0.950', '0.200', '0.900'],
  },
  {
    name: 'A-03: the label node where it names a live node, else the address, else the name',
    nodes: [addressed('worker-a', '10.0.0.11'), addressed('worker-b', '10.0.0.12'), addressed('worker-c', '10.0.0.13')],
    exported: [
      { labels: { node: 'worker-a', instance: '10.244.3.7:9100' }, value: 0.3 },
      at('worker-b', 0.5),
      { labels: { node: 'worker-zz', instance: '10.0.0.13:9100' }, value: 0.7 },
    ],
    want: ['0.300', '0.500', '0.700'],
  },
  {
    name: 'A-04, trap 1: a node whose exporter is missing is unknown, the others are not',
    nodes: trio,
    exported: [at('a:9100', 0.4), at('b:9100', 0.5)],
    want: ['0.400', '0.500', 'absent'],
  },
  {
    name: 'A-05, A-06, trap 3: what is no number, not finite or negative is refused for what it is',
    nodes: [...trio, addressed('d'), addressed('e')],
    exported: [at('a', 'NaN'), at('b', '+Inf'), at('c', '-Inf'), at('d', -0.2), at('e', '1e-1')],
    want: ['not-a-number', 'infinite', 'infinite', 'negative', '0.100'],
  },
  {
    name: 'A-06: a quotient over nothing is no load',
    nodes: trio,
    exported: [at('a', 0), at('b', 0.5), at('c', 0.1)],
    query: (busy) => `${busy} / floor(4 * ${busy})`,
    want: ['not-a-number', '0.250', 'infinite'],
  },
  {
    name: 'A-09, trap 7: a pair of replicas is one node, judged by the hotter of two samples equally new',
    nodes: trio,
    exported: ['a', 'b', 'c'].flatMap((node) => [
      { labels: { instance: node, prometheus_replica: 'a' }, value: 0.81 },
      { labels: { instance: node, prometheus_replica: 'b' }, value: 0.83 },
    ]),
    want: ['0.830', '0.830', '0.830'],
  },
  {
    name: 'trap 7: where two that differ are declared to be refused they are ambiguous, and two alike are not',
    nodes: trio,
    signal: aSignal('cpu', { duplicates: 'refuse' }),
    exported: [
      { labels: { instance: 'a', pod: 'one' }, value: 0.2 },
      { labels: { instance: 'a', pod: 'two' }, value: 0.9 },
      { labels: { instance: 'b', pod: 'one' }, value: 0.5 },
      { labels: { instance: 'b', pod: 'two' }, value: 0.5 },
      at('c', 0.4),
    ],
    want: ['ambiguous', '0.500', '0.400'],
  },
  {
    name: 'A-18: an IPv6 address in any spelling, and either family of one node',
    nodes: [
      addressed('w6', '10.0.0.21', 'fd00:10::21'),
      addressed('w7', '10.0.0.22', 'fd00:10::22'),
      addressed('w8', '10.0.0.23', 'fd00:10::23'),
    ],
    exported: [at('[fd00:10:0:0::21]:9100', 0.55), at('[fd00:10::22]:9100', 0.6), at('10.0.0.23:9100', 0.65)],
    want: ['0.550', '0.600', '0.650'],
  },
  {
    name: 'trap 4: a sample counts by its own time, whenever it is read',
    nodes: trio,
    exported: [at('a', 0.4), { ...at('b', 0.5), agoSeconds: 90 }, { ...at('c', 0.6), agoSeconds: 210 }],
    want: ['0.400', '0.500', 'too-old'],
  },
  {
    name: 'trap 6: an address that two nodes have is ambiguous for both',
    nodes: [addressed('a', '10.0.0.1'), addressed('b', '10.0.0.1'), addressed('c', '10.0.0.2')],
    exported: [at('10.0.0.1:9100', 0.9), at('10.0.0.2:9100', 0.4)],
    want: ['ambiguous', 'ambiguous', '0.400'],
  },
  {
    name: 'trap 8: one percent among ratios is an error of its node, not of the pass',
    nodes: trio,
    exported: [at('a', 63), at('b', 0.5), at('c', 0.4)],
    want: ['out-of-range', '0.500', '0.400'],
  },
  {
    name: 'trap 8: where all are percents none is believed',
    nodes: trio,
    exported: [at('a', 63), at('b', 50), at('c', 93)],
    want: ['out-of-range', 'out-of-range', 'out-of-range'],
  },
  {
    name: 'trap 8: percents that are declared as such are ratios',
    nodes: trio,
    signal: aSignal('cpu', { unit: 'percent' }),
    exported: [at('a', 63), at('b', 50), at('c', 93)],
    want: ['0.630', '0.500', '0.930'],
  },
];

const freshForMs = 180_000;
const metricOf = (place: number): string => `busy_${place}`;

let prometheus: Prometheus | undefined;

beforeAll(async () => {
  const [program, promtool] = [prometheusProgram('prometheus'), prometheusProgram('promtool')];
  if (program === undefined || promtool === undefined) return;
  const series: readonly PastSeries[] = cases.flatMap(({ exported }, place) =>
    exported.map(({ labels, value, agoSeconds }) => gauge(metricOf(place), labels, value, scraped(agoSeconds))),
  );
  prometheus = await startPrometheus(program, { targets: [], past: { promtool, series } });
});
afterAll(() => prometheus?.stop());

/** Values with three decimals, as they are published; else the reason why there is none. */
function told({ values, why }: GatheredSignal): readonly string[] {
  return Array.from(values, (value, row) => (Number.isNaN(value) ? unknownReasons[why[row]!]! : value.toFixed(3)));
}

/** What a query says of nodes, all the way from the answer of a real Prometheus to values judged. */
async function judged(url: string, expression: string, { nodes, signal = aSignal('cpu') }: Case) {
  const takenAt = `timestamp(${expression})`;
  const replaced = { cpu: { expression, unit: signal.unit, ...(/^\w+$/.test(expression) ? { takenAt } : {}) } };
  const source = prometheusSource(aClient(url), queriesOf({ ...queryDefaults, replaced }), systemClock());
  const reading = await source.read({ signals: ['cpu'], pods: 'not-asked' });
  const judging = { ...loadDefaults, freshForMs, now: Date.now() };
  const alive = nodes.map(({ name, addresses }) => aRosterNode(name, { addresses }));
  const pass = gatherSignals(
    reading.signals,
    { nodes: alive, nodeOfPod: () => undefined },
    { signals: [signal], judging },
  );
  return { reading, told: told(pass.signals[0]!) };
}

for (const [place, one] of cases.entries()) {
  test(one.name, async ({ skip }) => {
    if (prometheus === undefined) return skip('prometheus is not installed');
    const metric = metricOf(place);
    const { told: values } = await judged(prometheus.url, one.query?.(metric) ?? metric, one);
    expect(values).toEqual(one.want);
  });
}

test('A-16: a metric that was renamed is one problem that names the query, and makes nobody idle', async ({ skip }) => {
  if (prometheus === undefined) return skip('prometheus is not installed');
  const { reading, told: values } = await judged(prometheus.url, 'instance:renamed:ratio', cases[0]!);
  expect(values).toEqual(['absent', 'absent']);
  expect(reading.problems).toMatchObject([
    {
      signals: ['cpu'],
      fault: { code: 'prometheus/no-series', message: expect.stringContaining('instance:renamed:ratio') },
    },
  ]);
});

test('trap 2: a query that Prometheus refuses brings no sample, and is told in its own words', async ({ skip }) => {
  if (prometheus === undefined) return skip('prometheus is not installed');
  const { reading, told: values } = await judged(prometheus.url, 'sum(', cases[0]!);
  expect(values.every((value) => !/\d/.test(value))).toBe(true);
  expect(reading.problems).toMatchObject([{ signals: ['cpu'], fault: { code: 'prometheus/bad-query' } }]);
});
