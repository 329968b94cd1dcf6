import { expect, test } from 'vitest';
import { gatherSignal } from '#load/gathering/gather-signal.ts';
import { nodeIndexOf } from '#load/gathering/node-index.ts';
import { loadDefaults } from '#load/options.ts';
import { aNode, aSignal, NOW } from '#test/support/a-load.ts';
import type { Finding } from './finding.ts';
import { judgeSignal } from './judge-signal.ts';

/** What a finding must match. */
interface Wanted {
  readonly level: Finding['level'];
  readonly says?: unknown;
  readonly remedy?: unknown;
  readonly evidence?: readonly string[];
}

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  readonly ageMs?: number;
}

const four = ['n1', 'n2', 'n3', 'n4'].map((name, place) => aNode(name, { addresses: [`10.0.0.${place + 1}`] }));
const on = (instance: string, value = 0.4, ageMs = 4000): Series => ({ labels: { instance }, value, ageMs });

/** What is said of a signal; its findings by level. */
function judged(series: readonly Series[], more: { signal?: string; nodes?: typeof four; labels?: string[] } = {}) {
  const { signal: name = 'cpu', nodes = four, labels = [] } = more;
  const signal = aSignal(name, { join: 'node' });
  const answer = series.map(({ labels: own, value, ageMs = 4000 }) => ({ labels: own, value, takenAt: NOW - ageMs }));
  const gathered = gatherSignal({ signal, source: 'prometheus', series: answer }, nodeIndexOf(nodes), {
    ...loadDefaults,
    now: NOW,
  });
  const rawValues = series.map(({ value }) => value);
  const { unit } = signal;
  return judgeSignal({
    signal,
    source: 'prometheus',
    unit,
    nodes,
    gathered,
    rawValues,
    namingLabels: labels,
    now: NOW,
  });
}

const all = four.map(({ name }) => on(`${name}:9100`));

const cases: { name: string; found: readonly Finding[]; want: readonly Wanted[] }[] = [
  {
    name: 'all is well',
    found: judged(all),
    want: [
      {
        level: 'ok',
        says: 'cpu: 4 of 4 nodes known from prometheus in ratio, mapped by label instance; the oldest sample is 4s old',
      },
    ],
  },
  {
    name: 'machines that are no nodes are no fault',
    found: judged([...all, on('database-7:9100')]),
    want: [{ level: 'ok' }, { level: 'ok', says: 'cpu: 1 of 5 series speak of no node of this cluster' }],
  },
  {
    name: 'a label that names nobody, with no better one in sight: what to write into the scrape config',
    found: judged([on('exporter-abc'), on('exporter-def')]),
    want: [
      {
        level: 'problem',
        says: 'cpu: 2 of 2 series find no node',
        remedy: expect.stringContaining('__meta_kubernetes_pod_node_name], target_label: node}'),
        evidence: [
          '{instance="exporter-abc"}: no live node has this name or address',
          '{instance="exporter-def"}: no live node has this name or address',
        ],
      },
    ],
  },
  {
    name: 'a label that names nobody where another does: which one to declare',
    found: judged([on('exporter-abc')], { labels: ['nodename'] }),
    want: [
      {
        level: 'problem',
        remedy:
          'the label nodename names nodes: declare it with --prometheus-node-label nodename (sources.prometheus.nodeLabel: nodename)',
      },
    ],
  },
  {
    name: 'half the exporters are silent: who, and where to look',
    found: judged(all.slice(0, 2)),
    want: [
      { level: 'ok', says: expect.stringContaining('2 of 4 nodes known') },
      { level: 'problem', says: 'cpu: no series speaks for 2 of 4 nodes: n3, n4' },
    ],
  },
  {
    name: 'a signal that is not essential only warns',
    found: judged(all.slice(0, 3), { signal: 'load' }),
    want: [{ level: 'ok' }, { level: 'warning', says: 'load: no series speaks for 1 of 4 nodes: n4' }],
  },
  {
    name: 'percents declared as ratios: the unit to declare, and where',
    found: judged(four.map(({ name }) => on(name, 37))),
    want: [
      {
        level: 'problem',
        says: 'cpu: it is declared as ratio, and looks like percent: 4 of 4 values lie between 1.5 and 100',
        remedy:
          'declare its unit where its query stands: sources.prometheus.queries.cpu.unit: percent; or have the query give a ratio',
      },
    ],
  },
  {
    name: 'samples too old to count',
    found: judged(four.map(({ name }) => on(name, 0.4, 400_000))),
    want: [
      {
        level: 'problem',
        says: 'cpu: samples too old to count: 4',
        remedy: expect.stringContaining('targets page of Prometheus'),
      },
    ],
  },
  {
    name: 'samples from the future',
    found: judged([...all.slice(0, 3), on('n4', 0.4, -90_000)]),
    want: [
      { level: 'ok' },
      {
        level: 'problem',
        says: 'cpu: samples from the future: 1',
        remedy: expect.stringContaining('NTP'),
      },
    ],
  },
  {
    name: 'an address that two nodes claim',
    found: judged([on('10.0.0.1:9100'), on('n2'), on('n3'), on('n4')], {
      nodes: [...four, aNode('n1-gone', { ready: false, addresses: ['10.0.0.1'] })],
    }),
    want: [
      { level: 'ok', says: expect.stringContaining('3 of 5 nodes known') },
      {
        level: 'problem',
        says: 'cpu: 1 series speak of an address that several nodes claim, so those nodes are unknown',
        evidence: ['{instance="10.0.0.1:9100"}: 10.0.0.1 is claimed by n1 and n1-gone'],
      },
    ],
  },
  {
    name: 'samples that cannot be true',
    found: judged([...all.slice(0, 3), on('n4', Number.NaN)]),
    want: [{ level: 'ok' }, { level: 'problem', says: expect.stringContaining('1: the sample is NaN') }],
  },
];
for (const { name, found, want } of cases) {
  test(name, () => {
    expect(found).toHaveLength(want.length);
    want.forEach((finding, place) => expect(found[place]).toMatchObject(finding));
  });
}

test('whatever is not ok has a remedy', () => {
  const findings = cases.flatMap(({ found }) => found);
  expect(findings.filter(({ level, remedy }) => level !== 'ok' && remedy === undefined)).toEqual([]);
});
