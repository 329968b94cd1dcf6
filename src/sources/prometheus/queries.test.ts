import { expect, test } from 'vitest';
import { durationText, equals, selector } from './promql.ts';
import { queriesOf, windowMsOf } from './queries.ts';
import { queryDefaults, type QueryOptions } from './query-options.ts';

const queries = (options: Partial<QueryOptions> = {}) => queriesOf({ ...queryDefaults, ...options });
const signals = (options: Partial<QueryOptions> = {}): string[] => queries(options).map(({ signal }) => signal);
const textOf = (signal: string, options: Partial<QueryOptions> = {}): string =>
  queries(options).find((query) => query.signal === signal)!.value;

const windows = [
  { name: 'A-07: by default it holds four scrapes of a minute', options: {}, want: '4m' },
  { name: 'four scrapes of 30 s', options: { scrapeIntervalMs: 30_000 }, want: '2m' },
  { name: 'never shorter than two minutes', options: { scrapeIntervalMs: 5000 }, want: '2m' },
  { name: 'four scrapes of 45 s', options: { scrapeIntervalMs: 45_000 }, want: '3m' },
  { name: 'one that is given stands', options: { windowMs: 90_000 }, want: '90s' },
];
for (const c of windows) {
  test(`the window: ${c.name}`, () => {
    expect(durationText(windowMsOf({ ...queryDefaults, ...c.options }))).toBe(c.want);
    expect(textOf('cpu', c.options)).toContain(`[${c.want}]`);
  });
}

for (const [ms, want] of [
  [1, '1ms'],
  [1500, '1500ms'],
  [3_600_000, '1h'],
] as const) {
  test(`${ms} ms is written ${want}`, () => expect(durationText(ms)).toBe(want));
}
for (const ms of [0, -1, 0.5, Number.NaN, Infinity]) {
  test(`${ms} ms is no window`, () => {
    expect(() => durationText(ms)).toThrow(expect.objectContaining({ code: 'prometheus/bad-query' }));
  });
}

test('A-02: quotes and backslashes in a value do not change the query', () => {
  expect(selector('up', [equals('cluster', 'a"b\\c\n')])).toBe('up{cluster="a\\"b\\\\c\\n"}');
});

test('no name that is none gets into a query', () => {
  const bad = [
    { nodeLabels: ['node) or vector(1'] },
    { only: { 'a="x"} or up{b': 'y' } },
    { latency: { histogram: 'a{', unit: 's' } },
  ] satisfies Partial<QueryOptions>[];
  for (const options of bad) {
    expect(() => queries(options)).toThrow(expect.objectContaining({ code: 'prometheus/bad-query' }));
  }
});

test('one query a signal; what is optional is asked only when wanted', () => {
  expect(signals()).toEqual(['cpu', 'memory', 'load', 'pod-cpu', 'pod-memory']);
  const latency = { histogram: 'http_request_duration_seconds', unit: 's' } as const;
  const all = signals({ latency, pressure: 'asked', pods: 'not-asked' });
  expect(all).toEqual(['cpu', 'memory', 'load', 'psi-cpu', 'psi-memory', 'psi-io', 'latency']);
});

test('a dialect that nobody speaks is not asked for: Windows has no load average', () => {
  expect(signals({ dialects: ['windows-exporter'], pods: 'not-asked' })).toEqual(['cpu', 'memory']);
  expect(textOf('cpu', { dialects: ['kube-prometheus'] })).not.toContain('node_cpu_seconds_total');
});

test('every selector is narrowed to the one cluster wanted', () => {
  const latency = { histogram: 'h', unit: 'ms' } as const;
  for (const { value, takenAt = '' } of queries({ only: { cluster: 'west' }, pressure: 'asked', latency })) {
    for (const text of [value, takenAt]) {
      const selectors = text.match(/[\w:]+\{[^}]*\}/g) ?? [];
      expect(selectors.filter((selector) => !selector.includes('cluster="west"'))).toEqual([]);
      const left = selectors.reduce((rest, selector) => rest.replace(selector, ''), text);
      expect(left).not.toMatch(/_bytes|_total|_bucket|_load1|:/);
    }
  }
});

test('a query can be replaced one by one, and others added; the window is put in', () => {
  const [cpu, memory] = queries({ replaced: { cpu: { expression: 'my:cpu:rate$window' } } });
  expect(cpu).toEqual({
    signal: 'cpu',
    about: 'node',
    unit: 'ratio',
    value: 'my:cpu:rate4m',
    labels: queryDefaults.nodeLabels,
  });
  expect(memory!.value).toContain('MemAvailable');
  const added = queries({ added: [{ signal: 'gpu', about: 'node', expression: 'gpu', takenAt: 'timestamp(gpu)' }] });
  expect(added.at(-1)).toMatchObject({ signal: 'gpu', value: 'gpu', takenAt: 'timestamp(gpu)' });
});
