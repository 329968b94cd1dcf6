import { expect, test } from 'vitest';
import { describeOrigin } from '#app/config/origin.ts';
import { type ConfigReading, readConfig } from '#app/config/read-config.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { loadDefaults } from '#load/options.ts';

interface Places {
  readonly file?: string;
  readonly environment?: Record<string, string>;
  readonly flags?: Record<string, string>;
}

function read({ file, environment = {}, flags = {} }: Places): ConfigReading {
  const given = file === undefined ? undefined : { name: 'plimsoll.yaml', text: file };
  return readConfig({ file: given, environment, flags: new Map(Object.entries(flags)) });
}

function readGood(places: Places): Extract<ConfigReading, { kind: 'good' }> {
  const reading = read(places);
  if (reading.kind === 'bad') throw new AggregateError(reading.faults, reading.faults.join('\n'));
  return reading;
}

function complaintsOf(places: Places): readonly string[] {
  const reading = read(places);
  return reading.kind === 'good' ? [] : reading.faults.map((fault) => `[${fault.code}] ${fault.message}`);
}

const file = 'load:\n  thresholds:\n    cpu: 0.6\n';
const precedence = [
  { name: 'without anything a value is the default', places: {}, want: [0.8, 'default'] },
  { name: 'the file outvotes the default', places: { file }, want: [0.6, 'file plimsoll.yaml:3:10'] },
  {
    name: 'the environment outvotes the file',
    places: { file, environment: { CPU_THRESHOLD: '0.7' } },
    want: [0.7, 'environment CPU_THRESHOLD'],
  },
  {
    name: 'a flag outvotes the environment',
    places: { file, environment: { CPU_THRESHOLD: '0.7' }, flags: { 'cpu-threshold': '0.9' } },
    want: [0.9, 'flag --cpu-threshold'],
  },
  {
    name: 'an empty variable is no variable',
    places: { file, environment: { CPU_THRESHOLD: ' ' } },
    want: [0.6, 'file plimsoll.yaml:3:10'],
  },
];
for (const c of precedence) {
  test(c.name, () => {
    const { config, settings } = readGood(c.places);
    const setting = settings.find(({ leaf }) => leaf.path === 'load.thresholds.cpu')!;
    expect([config.load.thresholds.cpu, describeOrigin(setting.origin)]).toEqual(c.want);
  });
}

test('the defaults are those of the product contract', () => {
  expect(readGood({}).config).toEqual({
    sources: {
      prometheus: {
        basic: {},
        headers: {},
        deadlineMs: 25_000,
        scrapeIntervalMs: 60_000,
        only: {},
        dialects: ['node-exporter', 'kube-prometheus', 'windows-exporter'],
        pressure: 'not-asked',
        pods: 'asked',
        latency: { unit: 's' },
        queries: {},
      },
      metricsApi: { deadlineMs: 25_000 },
      order: ['prometheus', 'metrics-api'],
      orderOf: {},
      intervalMs: 30_000,
    },
    load: {
      thresholds: { cpu: 0.8, memory: 0.8, load: 1.5, latencyMs: 500 },
      hot: { samples: 3, of: 5 },
      coolMargin: 0.1,
      freshForMs: 300_000,
      forgetAfterMs: 900_000,
      skewMs: 30_000,
      pressureThreshold: 0.5,
      signals: {},
    },
    annotations: { prefix: 'metrics.', step: 0.02, latencyStep: 0.1, heartbeatMs: 60_000, writesPerSecond: 20 },
    rescheduling: {
      mode: 'propose',
      strategy: 'least_loaded',
      maxRetry: 3,
      intervalMs: 60_000,
      deadlineMs: 1_800_000,
      settleMs: 300_000,
      historyMs: 86_400_000,
      windows: [],
      evictionRequests: 'unanswered',
      breaker: { of: 5, failures: 3, windowMs: 21_600_000 },
      coverage: 0.9,
      budgets: { inFlightPerOwner: 1, inFlightPerNode: 2, perPass: 5, perHour: 5, perHourShare: 0.01 },
      movability: {
        minimumAgeMs: 600_000,
        includedNamespaces: [],
        excludedNamespaces: ['kube-system', 'plimsoll-system'],
        downtime: 'refused',
        emptyDir: 'data',
      },
    },
    leadership: { namespace: 'plimsoll-system', leaseDurationMs: 15_000 },
    serving: { bindAddress: '0.0.0.0', httpPort: 8080, httpsPort: 8443 },
    log: { level: 'info' },
  });
});

test('a room that owns its options has the defaults that the file shows', () => {
  const { load, annotations } = readGood({}).config;
  expect(load).toMatchObject(loadDefaults);
  expect(annotations).toEqual(annotationsDefaults);
});

test('the result is frozen to its leaves', () => {
  const { config } = readGood({});
  expect([config, config.load, config.load.thresholds].every(Object.isFrozen)).toBe(true);
});

test('the variables people know keep their names and units', () => {
  const { config } = readGood({
    environment: {
      PROMETHEUS_URL: 'http://prometheus:9090',
      SCRAPE_INTERVAL: '15',
      CPU_THRESHOLD: '0.5',
      MEM_THRESHOLD: '0.6',
      LOAD_THRESHOLD: '2',
      LATENCY_THRESHOLD: '250',
      RESCHEDULE_STRATEGY: 'binpack',
      MAX_RETRY: '7',
    },
  });
  expect([config.sources.prometheus.url, config.sources.intervalMs]).toEqual(['http://prometheus:9090', 15_000]);
  expect(config.load.thresholds).toEqual({ cpu: 0.5, memory: 0.6, load: 2, latencyMs: 250 });
  expect([config.rescheduling.strategy, config.rescheduling.maxRetry]).toEqual(['binpack', 7]);
});

test('a variable may also carry its own unit', () => {
  expect(readGood({ environment: { SCRAPE_INTERVAL: '1m30s' } }).config.sources.intervalMs).toBe(90_000);
});

const silent = [
  { name: 'an empty file says nothing', file: '' },
  { name: 'a file of comments says nothing', file: '# later\n' },
  { name: 'a byte order mark says nothing', file: '\uFEFFload:\n' },
  { name: 'a section with everything commented out says nothing', file: 'sources:\n  prometheus:\n    # url: x\n' },
  { name: 'an anchor may be used again', file: 'load:\n  thresholds:\n    cpu: &line 0.8\n    memory: *line\n' },
];
for (const c of silent) {
  test(c.name, () => expect(readGood({ file: c.file }).config).toEqual(readGood({}).config));
}

const at = (place: string, rest: string): string => `plimsoll.yaml:${place}: ${rest}`;
const bad = [
  {
    name: 'a percentage is not a ratio, and the ratio is offered',
    file: 'load:\n  thresholds:\n    cpu: 80\n',
    want: `[config/bad-value] ${at('3:10', 'load.thresholds.cpu: 80 is not a ratio 0..1: did you mean 0.8?')}`,
  },
  {
    name: 'a percent sign is understood but not taken',
    file: 'load: {coolMargin: 7%}',
    want: `[config/bad-value] ${at('1:20', 'load.coolMargin: "7%" is not a ratio 0..1: did you mean 0.07?')}`,
  },
  {
    name: 'a number in quotes is offered without them',
    file: 'rescheduling: {maxRetry: "3"}',
    want: `[config/bad-value] ${at('1:26', 'rescheduling.maxRetry: "3" is not a whole number 0..100: did you mean 3?')}`,
  },
  {
    name: 'a duration needs its unit',
    file: 'sources: {interval: 30}',
    want: `[config/bad-value] ${at('1:21', 'sources.interval: 30 is not a duration such as 30s or 1h30m: did you mean 30s?')}`,
  },
  {
    name: 'a duration of no time is refused',
    file: 'sources: {interval: 0s}',
    want: `[config/bad-value] ${at('1:21', 'sources.interval: "0s" is not a duration such as 30s or 1h30m')}`,
  },
  {
    name: 'a word nearly right is offered right',
    file: 'rescheduling: {mode: Act}',
    want: `[config/bad-value] ${at('1:22', 'rescheduling.mode: "Act" is not one of propose, act: did you mean act?')}`,
  },
  {
    name: 'a key without a value is not taken for the default',
    file: 'load:\n  coolMargin:\n',
    want: `[config/bad-value] ${at('2:14', 'load.coolMargin: nothing is not a ratio 0..1')}`,
  },
  {
    name: 'a list is no value',
    file: 'load: {coolMargin: [1]}',
    want: `[config/bad-value] ${at('1:20', 'load.coolMargin: a list is not a ratio 0..1')}`,
  },
  {
    name: 'a URL needs its scheme',
    file: 'sources: {prometheus: {url: "prom:9090"}}',
    want: `[config/bad-value] ${at('1:29', 'sources.prometheus.url: "prom:9090" is not a URL such as http://prometheus:9090: did you mean http://prom:9090?')}`,
  },
  {
    name: 'a password in a bad URL stays secret',
    file: 'sources: {prometheus: {url: "htp://u:secret@h"}}',
    want: `[config/bad-value] ${at('1:29', 'sources.prometheus.url: "htp://u:***@h" is not a URL such as http://prometheus:9090')}`,
  },
  {
    name: 'an annotation prefix must begin a valid key',
    file: 'annotations: {prefix: "my metrics."}',
    want: `[config/bad-value] ${at('1:23', 'annotations.prefix: "my metrics." is not the beginning of an annotation key, such as metrics. or example.com/load.')}`,
  },
  {
    name: 'an unknown key is told with its nearest neighbour',
    file: 'load:\n  treshholds: {}\n',
    want: `[config/unknown-key] ${at('2:3', 'no option is called load.treshholds: did you mean thresholds?')}`,
  },
  {
    name: 'a key that differs in case alone is offered in the right one',
    file: 'rescheduling: {maxretry: 3}',
    want: `[config/unknown-key] ${at('1:16', 'no option is called rescheduling.maxretry: did you mean maxRetry?')}`,
  },
  {
    name: 'a variable used as a key is led to its option',
    file: 'CPU_THRESHOLD: 0.8',
    want: `[config/unknown-key] ${at('1:1', 'no option is called CPU_THRESHOLD: did you mean load.thresholds.cpu?')}`,
  },
  {
    name: 'an option in the wrong section is led to the right one',
    file: 'load: {strategy: binpack}',
    want: `[config/unknown-key] ${at('1:8', 'no option is called load.strategy: did you mean rescheduling.strategy?')}`,
  },
  {
    name: 'a key of strange characters is shown harmlessly',
    file: '"a\\e[31m": 1',
    want: `[config/unknown-key] ${at('1:1', 'no option is called "a\\u001b[31m"')}`,
  },
  {
    name: 'a key written twice is told with both places',
    file: 'load: {coolMargin: 0.1}\nlog:\nload: {}\n',
    want: `[config/duplicate-key] ${at('3:1', 'load is also written at plimsoll.yaml:1:1')}`,
  },
  {
    name: 'a list is no configuration',
    file: '- load\n',
    want: `[config/not-a-mapping] ${at('1:1', 'a configuration file is a mapping of options, and a list stands here')}`,
  },
  {
    name: 'a value where a section is expected is told',
    file: 'load: 0.8',
    want: `[config/not-a-mapping] ${at('1:7', 'load is a mapping of options, and a single value stands here')}`,
  },
  {
    name: 'a tab as indentation is told with its place',
    file: 'load:\n\tcoolMargin: 0.1',
    want: `[config/syntax] ${at('2:1', 'Tabs are not allowed as indentation')}`,
  },
  {
    name: 'a second document is refused',
    file: 'load:\n---\nlog:\n',
    want: `[config/syntax] ${at('2:1', 'a second document begins here')}`,
  },
  {
    name: 'a tag of its own is refused, not read as text',
    file: 'log: {level: !env LEVEL}',
    want: `[config/syntax] ${at('1:14', 'Unresolved tag: !env')}`,
  },
  {
    name: 'an alias to nothing is refused at its place',
    file: 'load:\n  coolMargin: *margin',
    want: `[config/syntax] ${at('2:15', 'Unresolved alias (the anchor must be set before the alias): margin')}`,
  },
  {
    name: 'options that cannot both hold are told where they are written',
    file: 'load:\n  hot:\n    of: 2\n',
    want: `[config/contradiction] ${at('3:9', 'load.hot.samples: 3 of the last 2 samples can never agree')}`,
  },
  {
    name: 'two servers cannot share a port',
    file: 'serving: {httpPort: 9000, httpsPort: 9000}',
    want: `[config/contradiction] ${at('1:38', 'serving.httpsPort: HTTP and HTTPS cannot both listen on port 9000')}`,
  },
  {
    name: 'trap 20: readings that would be too old before the next comes are told, not a silent no-op',
    file: 'sources: {interval: 10m}',
    want: `[config/contradiction] ${at('1:21', 'sources.interval: read every 600s, a sample would be too old (load.freshFor: 300s) before the next one comes')}`,
  },
  {
    name: 'a verdict is not forgotten before its sample is too old',
    file: 'load: {forgetAfter: 1m}',
    want: `[config/contradiction] ${at('1:21', 'load.forgetAfter: a verdict cannot be forgotten while its sample is still fresh: it must not be below freshFor')}`,
  },
  {
    name: 'trap 21: the release level lies strictly below the line',
    file: 'load: {coolMargin: 0}',
    want: `[config/contradiction] ${at('1:20', 'load.coolMargin: with 0 a node would flap at its line, or never be cool again')}`,
  },
];
for (const c of bad) {
  test(c.name, () => expect(complaintsOf({ file: c.file })).toEqual([c.want]));
}

test('aliases that multiply without end are refused', () => {
  const levels = Array.from({ length: 12 }, (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(', ')}]`);
  const complaints = complaintsOf({ file: ['l0: &l0 [x]', ...levels].join('\n') });
  expect(complaints).toEqual([expect.stringContaining('Excessive alias count')]);
});

test('everything wrong is told at once, flags first, then the environment, then the file from its top', () => {
  const complaints = complaintsOf({
    flags: { coverage: '90' },
    environment: { SCRAPE_INTERVAL: 'fast', MAX_RETRY: '2' },
    file: 'load:\n  coolMargin: 10\n  colMargin: 1\nrescheduling:\n  maxRetry: many\nlogs: {}\n',
  });
  expect(complaints.map((complaint) => complaint.slice(0, complaint.indexOf(': ')))).toEqual([
    '[config/bad-value] flag --coverage',
    '[config/bad-value] environment SCRAPE_INTERVAL',
    '[config/bad-value] plimsoll.yaml:2:15',
    '[config/unknown-key] plimsoll.yaml:3:3',
    '[config/bad-value] plimsoll.yaml:5:13',
    '[config/unknown-key] plimsoll.yaml:6:1',
  ]);
});

test('a bad variable is named, with the units it may have', () => {
  expect(complaintsOf({ environment: { SCRAPE_INTERVAL: 'fast' } })).toEqual([
    '[config/bad-value] environment SCRAPE_INTERVAL: sources.interval: "fast" is not a number of seconds or a duration such as 30s or 1h30m',
  ]);
});

test('a password is never shown, and yet used', () => {
  const { config, settings } = readGood({ environment: { PROMETHEUS_URL: 'http://u:p@h' } });
  expect(settings[0]!.shown).toBe('http://u:***@h');
  expect(config.sources.prometheus.url).toBe('http://u:p@h');
});
