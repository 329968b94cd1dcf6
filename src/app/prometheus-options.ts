import type { Config } from '#app/config/schema.ts';
import { type PrometheusOptions, prometheusDefaults, type SecurityOptions } from '#sources/prometheus/http/options.ts';
import { type OwnQuery, queryDefaults, type QueryOptions } from '#sources/prometheus/query-options.ts';

type Configured = Config['sources']['prometheus'];

/** How Prometheus is reached, as it is configured. */
export function prometheusOptionsOf(configured: Configured, url: string): PrometheusOptions {
  return { ...prometheusDefaults, url, deadlineMs: configured.deadlineMs, security: securityOf(configured) };
}

function securityOf(configured: Configured): SecurityOptions {
  const { caFile, certFile, keyFile, serverName, tokenFile, basic, headers, proxyUrl } = configured;
  const { user, passwordFile } = basic;
  return {
    ...given({ caFile, certFile, keyFile, serverName, tokenFile, proxyUrl }),
    ...(user === undefined || passwordFile === undefined ? {} : { basic: { user, passwordFile } }),
    headers,
  };
}

/** What Prometheus is asked, as it is configured. */
export function queryOptionsOf({ sources, load }: Config): QueryOptions {
  const { scrapeIntervalMs, windowMs, nodeLabel, only, dialects, pressure, pods, latency, queries } =
    sources.prometheus;
  const { histogram, unit } = latency;
  const replaced = Object.entries(queries).map(([signal, query]) => [signal, ownQuery(query)] as const);
  const own = Object.entries(load.signals).map(([signal, said]) => ownSignal(signal, said));
  return {
    scrapeIntervalMs,
    ...given({ windowMs }),
    nodeLabels: [...(nodeLabel === undefined ? [] : [nodeLabel]), ...queryDefaults.nodeLabels],
    only,
    dialects,
    pressure,
    pods,
    ...(histogram === undefined ? {} : { latency: { histogram, unit } }),
    replaced: Object.fromEntries(replaced),
    added: [...(histogram === undefined ? latencyAlone(queries) : []), ...own],
  };
}

function ownSignal(
  signal: string,
  { join, ...said }: Config['load']['signals'][string],
): QueryOptions['added'][number] {
  return { ...ownQuery(said), signal, about: join };
}

/** Latency has no query of its own to be replaced where no histogram is named. */
function latencyAlone({ latency }: Configured['queries']): QueryOptions['added'] {
  return latency === undefined ? [] : [{ unit: 'milliseconds', ...ownQuery(latency), signal: 'latency', about: 'pod' }];
}

interface Asked {
  readonly query: string;
  readonly takenAt?: string | undefined;
  readonly unit?: OwnQuery['unit'] | undefined;
}

function ownQuery({ query, takenAt, unit }: Asked): OwnQuery {
  return { expression: query, ...given({ takenAt, unit }) };
}

/** Without what is left out: to some it is not the same as undefined. */
function given<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): { readonly [Key in keyof Values]?: NonNullable<Values[Key]> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is undefined is filtered out
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: NonNullable<Values[Key]>;
  };
}
