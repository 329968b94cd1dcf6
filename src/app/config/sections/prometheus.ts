import type { z } from 'zod';
import {
  choice,
  duration,
  type LeafAbout,
  list,
  map,
  optionalChoice,
  optionalDuration,
  optionalText,
  optionalUrl,
  records,
  requiredText,
  text,
  type TextShape,
} from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';
import type { Unit } from '#load/signals/signal.ts';
import type { DialectName } from '#sources/prometheus/query-options.ts';

/** A query that stands in for a built-in one. */
interface QueryOption {
  readonly query: string;
  readonly takenAt?: string | undefined;
  readonly unit?: Unit | undefined;
}

interface BasicOptions {
  readonly user?: string | undefined;
  readonly passwordFile?: string | undefined;
}

interface LatencyOptions {
  readonly histogram?: string | undefined;
  readonly unit: 's' | 'ms';
}

export interface PrometheusSectionOptions {
  readonly url?: string | undefined;
  readonly caFile?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly serverName?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly basic: BasicOptions;
  readonly headers: Readonly<Record<string, string>>;
  readonly proxyUrl?: string | undefined;
  readonly deadlineMs: number;
  readonly scrapeIntervalMs: number;
  readonly windowMs?: number | undefined;
  readonly nodeLabel?: string | undefined;
  readonly only: Readonly<Record<string, string>>;
  readonly dialects: readonly DialectName[];
  readonly pressure: 'asked' | 'not-asked';
  readonly pods: 'asked' | 'not-asked';
  readonly latency: LatencyOptions;
  readonly queries: Readonly<Record<string, QueryOption>>;
}

const file: TextShape = { fits: (path) => path.trim() !== '', wanted: 'the path of a file' };
const label: TextShape = { fits: (name) => /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name), wanted: 'the name of a label' };
const metric: TextShape = { fits: (name) => /^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name), wanted: 'the name of a metric' };
const hostName: TextShape = { fits: (name) => /^[\w.:-]+$/.test(name), wanted: 'a host name' };
export const promql: TextShape = { fits: (query) => query.trim() !== '', wanted: 'a query in PromQL' };
const anything: TextShape = { fits: () => true, wanted: 'text' };

/** What proves who we are has options of its own, and stands in files. */
const CREDENTIALS = /^(proxy-)?authorization$|^cookie$/i;
const headerName: TextShape = {
  fits: (name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !CREDENTIALS.test(name),
  wanted: 'the name of a header other than authorization and cookie: credentials go by tokenFile or basic',
};

const replaceable = ['cpu', 'memory', 'load', 'latency', 'pod-cpu', 'pod-memory', 'psi-cpu', 'psi-memory', 'psi-io'];
const replaceableName: TextShape = {
  fits: (name) => replaceable.includes(name),
  wanted: `a built-in signal, one of ${replaceable.join(', ')}; others are defined in load.signals`,
};

export const units: readonly Unit[] = ['ratio', 'percent', 'cores', 'bytes', 'milliseconds', 'count'];

const queryOptions = section<QueryOption>('A query that stands in for a built-in one.', {
  query: requiredText(promql, { description: 'PromQL; $window in it becomes the rate window.' }),
  takenAt: optionalText(promql, {
    description: 'PromQL that gives the seconds since the Unix epoch at which each value was measured.',
    example: 'timestamp(my_metric)',
  }),
  unit: optionalChoice(units, { description: 'What it counts in; that of the built-in query unless given.' }),
});

const fileOption = (about: Omit<LeafAbout, 'example'>, example: string): z.ZodType<string | undefined> =>
  optionalText(file, { ...about, example });

export const prometheusSection: z.ZodObject = section<PrometheusSectionOptions>(
  'The Prometheus that knows what nodes and pods really use.',
  {
    url: optionalUrl({
      description: 'Base URL of Prometheus; without one, load is read from metrics.k8s.io.',
      flag: 'prometheus-url',
      environment: 'PROMETHEUS_URL',
      example: 'http://prometheus.monitoring:9090',
    }),
    caFile: fileOption(
      { description: 'File of the authorities that may have signed its certificate.', flag: 'prometheus-ca-file' },
      '/etc/prometheus-tls/ca.crt',
    ),
    certFile: fileOption(
      { description: 'File of the certificate that we show it.', flag: 'prometheus-cert-file' },
      '/etc/prometheus-tls/tls.crt',
    ),
    keyFile: fileOption(
      { description: "File of that certificate's key.", flag: 'prometheus-key-file' },
      '/etc/prometheus-tls/tls.key',
    ),
    serverName: optionalText(hostName, {
      description: "Name that must stand in its certificate, where that is not the URL's host.",
      flag: 'prometheus-server-name',
      example: 'prometheus.example.com',
    }),
    tokenFile: fileOption(
      { description: 'File of a bearer token; read anew for every request.', flag: 'prometheus-token-file' },
      '/var/run/secrets/prometheus/token',
    ),
    basic: section<BasicOptions>('Basic authentication.', {
      user: optionalText(anything, { description: 'User.', flag: 'prometheus-user', example: 'plimsoll' }),
      passwordFile: fileOption(
        { description: 'File of the password.', flag: 'prometheus-password-file' },
        '/var/run/secrets/prometheus/password',
      ),
    }),
    headers: map(headerName, text('', anything, { description: 'Value.', secret: true }), {
      description: 'Headers sent with every request, such as X-Scope-OrgID; their values are not shown.',
      flag: 'prometheus-headers',
      secret: true,
    }),
    proxyUrl: optionalUrl({
      description: 'Proxy that stands before Prometheus.',
      flag: 'prometheus-proxy-url',
      example: 'http://proxy.example.com:3128',
    }),
    deadline: duration('25s', { description: 'Time for one query with its answer.', flag: 'prometheus-deadline' }),
    scrapeInterval: duration('60s', {
      description: 'How often Prometheus scrapes; rate windows hold four scrapes.',
      flag: 'prometheus-scrape-interval',
    }),
    window: optionalDuration({
      description: 'Rate window, where it is not to follow from the scrape interval.',
      flag: 'prometheus-window',
      example: '5m',
    }),
    nodeLabel: optionalText(label, {
      description: "Label that holds a node's name or address, where that is neither node nor instance.",
      flag: 'prometheus-node-label',
      example: 'kubernetes_node',
    }),
    only: map(label, text('', anything, { description: 'Value.' }), {
      description: 'Labels and values that narrow every built-in query, such as one cluster of many in a store.',
      flag: 'prometheus-only',
    }),
    dialects: list(
      choice(['node-exporter', 'kube-prometheus', 'windows-exporter'], 'node-exporter', {
        description: 'An exporter, or the rules made of it.',
      }),
      ['node-exporter', 'kube-prometheus', 'windows-exporter'],
      {
        description: 'Whose names for metrics are tried: what the first knows of a node wins over the next.',
        flag: 'prometheus-dialects',
        least: 1,
      },
    ),
    pressure: choice(['asked', 'not-asked'], 'not-asked', {
      description: 'Whether stalls (PSI) are signals too: psi-cpu, psi-memory and psi-io.',
      flag: 'prometheus-pressure',
    }),
    pods: choice(['asked', 'not-asked'], 'asked', {
      description: 'Whether Prometheus is asked what pods use.',
      flag: 'prometheus-pods',
    }),
    latency: section<LatencyOptions>('A histogram of how long requests took, labelled by namespace and pod.', {
      histogram: optionalText(metric, {
        description: 'Its name without _bucket; without one, latency is unknown.',
        flag: 'latency-histogram',
        example: 'http_request_duration_seconds',
      }),
      unit: choice(['s', 'ms'], 's', { description: 'What its buckets are bounded in.', flag: 'latency-unit' }),
    }),
    queries: records<QueryOption>(replaceableName, queryOptions, {
      description: 'Queries that stand in for built-in ones, by signal.',
    }),
  },
  [
    {
      holds: ({ certFile, keyFile }) => (certFile === undefined) === (keyFile === undefined),
      otherwise: () => 'a client certificate and its key go together: one of certFile and keyFile is missing',
      blame: 'certFile',
    },
    {
      holds: ({ basic }) => (basic.user === undefined) === (basic.passwordFile === undefined),
      otherwise: () => 'a user and the file of its password go together: one of the two is missing',
      blame: 'basic.user',
    },
    {
      holds: ({ basic, tokenFile }) => basic.user === undefined || tokenFile === undefined,
      otherwise: () => 'a request carries a bearer token or a user with a password, not both',
      blame: 'tokenFile',
    },
  ],
);
