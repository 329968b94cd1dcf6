import { expect, test } from 'vitest';
import { readConfig } from '#app/config/read-config.ts';

interface Places {
  readonly file?: string;
  readonly flags?: Readonly<Record<string, string>>;
}

function read({ file, flags = {} }: Places): ReturnType<typeof readConfig> {
  const given = file === undefined ? undefined : { name: 'plimsoll.yaml', text: file };
  return readConfig({ file: given, environment: {}, flags: new Map(Object.entries(flags)) });
}

function readGood(places: Places): Extract<ReturnType<typeof readConfig>, { kind: 'good' }> {
  const reading = read(places);
  if (reading.kind === 'bad') throw new AggregateError(reading.faults, reading.faults.join('\n'));
  return reading;
}

const prometheus = 'sources:\n  prometheus:\n    url: http://prometheus:9090\n';
const gpu = 'load:\n  signals:\n    gpu:\n      query: avg by (node) (gpu_busy)\n      threshold: 0.9\n';

test('lists, maps and records are taken from the file', () => {
  const { config } = readGood({
    file: `${prometheus}    only: {cluster: prod}\n    dialects: [kube-prometheus]\n  orderOf: {pods: [metrics-api]}\n${gpu}`,
  });
  expect(config.sources.prometheus).toMatchObject({ only: { cluster: 'prod' }, dialects: ['kube-prometheus'] });
  expect(config.sources.orderOf).toEqual({ pods: ['metrics-api'] });
  expect(config.load.signals).toEqual({
    gpu: {
      query: 'avg by (node) (gpu_busy)',
      unit: 'ratio',
      denominator: 'none',
      join: 'node',
      duplicates: 'newest',
      threshold: 0.9,
      least: 0,
      share: 'none',
    },
  });
});

test('lists and maps are taken from flags, with commas between', () => {
  const { config } = readGood({
    flags: { sources: 'metrics-api, annotations', 'prometheus-only': 'cluster=a=b,env=x' },
  });
  expect(config.sources.order).toEqual(['metrics-api', 'annotations']);
  expect(config.sources.prometheus.only).toEqual({ cluster: 'a=b', env: 'x' });
});

test('the result is frozen within lists and records', () => {
  const { config } = readGood({ file: gpu });
  expect([config.sources.order, config.load.signals, config.load.signals['gpu']].every(Object.isFrozen)).toBe(true);
});

test('values of headers are used, and not shown', () => {
  const { config, settings } = readGood({ file: `${prometheus}    headers: {X-Scope-OrgID: tenant-7}\n` });
  expect(config.sources.prometheus.headers).toEqual({ 'X-Scope-OrgID': 'tenant-7' });
  const shown = settings.find(({ leaf }) => leaf.key === 'headers')!.shown;
  expect(shown).toEqual({ 'X-Scope-OrgID': '***' });
});

const at = (place: string, rest: string): string => `plimsoll.yaml:${place}: ${rest}`;
const bad: readonly { readonly name: string; readonly file: string; readonly want: readonly string[] }[] = [
  {
    name: 'an element is told at its own place, with what was meant',
    file: 'sources:\n  order:\n    - prometheus\n    - metric-api\n',
    want: [
      `[config/bad-value] ${at('4:7', 'sources.order.1: "metric-api" is not one of prometheus, metrics-api, annotations: did you mean metrics-api?')}`,
    ],
  },
  {
    name: 'one word is no list',
    file: 'sources: {order: prometheus}',
    want: [`[config/bad-value] ${at('1:18', 'sources.order: "prometheus" is not a list of at least one')}`],
  },
  {
    name: 'an empty list of sources is none',
    file: 'sources: {order: []}',
    want: [`[config/bad-value] ${at('1:18', 'sources.order: a list is not a list of at least one')}`],
  },
  {
    name: 'an unknown key of a record is told with its neighbour, and what is missing with what it is for',
    file: 'load:\n  signals:\n    gpu:\n      query: gpu_busy\n      treshold: 0.9\n',
    want: [
      `[config/bad-value] ${at('4:7', 'load.signals.gpu.threshold is missing: A sample above it counts as hot.')}`,
      `[config/unknown-key] ${at('5:7', 'no option is called load.signals.gpu.treshold: did you mean threshold?')}`,
    ],
  },
  {
    name: 'a bad value of a record is told at its own place',
    file: 'load: {signals: {gpu: {query: x, threshold: 0.9, unit: byte}}}',
    want: [
      `[config/bad-value] ${at('1:56', 'load.signals.gpu.unit: "byte" is not one of ratio, percent, cores, bytes, milliseconds, count: did you mean bytes?')}`,
    ],
  },
  {
    name: 'a record is a mapping',
    file: 'load: {signals: {gpu: gpu_busy}}',
    want: [`[config/not-a-mapping] ${at('1:23', 'load.signals.gpu is a mapping of options')}`],
  },
  {
    name: 'a built-in signal is not defined anew',
    file: 'load: {signals: {cpu: {query: x, threshold: 0.9}}}',
    want: [
      `[config/bad-value] ${at('1:18', 'load.signals: "cpu" is not a name for a new signal: letters, digits, - _ . and none of the built-in ones')}`,
    ],
  },
  {
    name: 'a key written twice in a map is told with both places',
    file: 'sources: {prometheus: {only: {cluster: a, cluster: b}}}',
    want: [
      `[config/duplicate-key] ${at('1:43', 'sources.prometheus.only.cluster is also written at plimsoll.yaml:1:31')}`,
    ],
  },
  {
    name: 'credentials do not stand in headers, and are not repeated',
    file: 'sources: {prometheus: {headers: {Authorization: Bearer s3cret}}}',
    want: [
      `[config/bad-value] ${at('1:34', 'sources.prometheus.headers: "Authorization" is not the name of a header other than authorization and cookie: credentials go by tokenFile or basic')}`,
    ],
  },
  {
    name: 'trap 21: a signal that would flap is refused',
    file: 'load: {signals: {gpu: {query: x, threshold: 0.9, release: 0.95}}}',
    want: [
      `[config/contradiction] ${at('1:17', 'load.signals: signal gpu: its release level 0.95 is not below its threshold 0.9: it would flap')}`,
    ],
  },
  {
    name: 'Prometheus alone without a URL is no source',
    file: 'sources: {order: [prometheus]}',
    want: [
      `[config/contradiction] ${at('1:18', 'sources.order: an order names prometheus alone, which has no URL: give sources.prometheus.url or another source')}`,
    ],
  },
  {
    name: 'a certificate goes with its key',
    file: 'sources: {prometheus: {certFile: a}}',
    want: [
      `[config/contradiction] ${at('1:34', 'sources.prometheus.certFile: a client certificate and its key go together: one of certFile and keyFile is missing')}`,
    ],
  },
];
for (const { name, file, want } of bad) {
  test(name, () => {
    const reading = read({ file });
    expect(reading.kind === 'bad' ? reading.faults.map(({ code, message }) => `[${code}] ${message}`) : []).toEqual(
      want,
    );
  });
}
