import type { Config } from '#app/config/schema.ts';
import { configFault } from '#app/config/faults.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { builtInSignals } from '#load/built-in-signals.ts';
import type { SignalSpec } from '#load/signal.ts';
import type { Clock } from '#ports/clock.ts';
import type { LoadSource } from '#ports/load-source.ts';
import { PrometheusClient } from '#sources/prometheus/client.ts';
import { prometheusDefaults } from '#sources/prometheus/options.ts';
import { prometheusSource } from '#sources/prometheus/prometheus-source.ts';
import { queriesOf } from '#sources/prometheus/queries.ts';
import { queryDefaults } from '#sources/prometheus/query-options.ts';

/** Where load is read, and what is read there. */
export interface LoadSources {
  readonly source: LoadSource;
  /** The built-in ones first. */
  readonly signals: readonly SignalSpec[];
}

/** Opens the sources that are configured; nothing is asked yet. Who opens them closes `source`. */
export function openLoadSources(config: Config, _kube: KubeClient, clock: Clock): LoadSources {
  const { url } = config.sources.prometheus;
  if (url === undefined)
    throw configFault('config/bad-value', 'sources.prometheus.url: no source of load is configured');
  const client = new PrometheusClient({ ...prometheusDefaults, url });
  return {
    source: prometheusSource(client, queriesOf(queryDefaults), clock),
    signals: builtInSignals(config.load, config.annotations),
  };
}
