import type { Config } from '#app/config/schema.ts';
import { queryOptionsOf, prometheusOptionsOf } from '#app/prometheus-options.ts';
import { mixedSource, type Precedence } from '#controllers/mixed-source.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { builtInSignals } from '#load/signals/built-in-signals.ts';
import { customSignals, pressureSignals } from '#load/signals/custom-signals.ts';
import type { SignalSpec } from '#load/signals/signal.ts';
import type { Clock } from '#ports/clock.ts';
import type { LoadSource } from '#ports/load-source.ts';
import { annotationsSource, annotationsSourceDefaults } from '#sources/annotations/annotations-source.ts';
import { metricsApiSource } from '#sources/metrics-api/metrics-api-source.ts';
import { PrometheusClient } from '#sources/prometheus/http/client.ts';
import { prometheusSource } from '#sources/prometheus/prometheus-source.ts';
import { queriesOf } from '#sources/prometheus/queries.ts';

/** What is read of load, whatever the source. */
export interface LoadWanted {
  readonly signals: readonly SignalSpec[];
  /** The label that holds a node's name or address, where one is declared; for `nodeIndexOf`. */
  readonly nodeLabel?: string;
  /** How far apart new samples of a signal are: a past in smaller steps would count one sample twice. */
  readonly sampleEveryMs: number;
}

/** Where load is read, and what is read there. */
export interface LoadSources extends LoadWanted {
  /** Can answer for those of the signals that it names: not every source knows every signal. */
  readonly source: LoadSource;
}

export function loadWanted(config: Config): LoadWanted {
  const { nodeLabel, scrapeIntervalMs } = config.sources.prometheus;
  const sampleEveryMs = Math.max(config.sources.intervalMs, scrapeIntervalMs);
  return { signals: signalsOf(config), sampleEveryMs, ...(nodeLabel === undefined ? {} : { nodeLabel }) };
}

/** Opens the sources that are configured; nothing is asked yet. Who opens them closes `source`; the client stays theirs. */
export function openLoadSources(config: Config, kube: KubeClient, clock: Clock): LoadSources {
  const wanted = loadWanted(config);
  const metricsApi = metricsApiSource(kube, clock, config.sources.metricsApi);
  const { prefix } = config.annotations;
  const annotations = annotationsSource(kube, wanted.signals, clock, { ...annotationsSourceDefaults, prefix });
  const source = mixedSource([metricsApi, annotations, ...openPrometheus(config, clock)], precedenceOf(config));
  return { ...wanted, source };
}

/** The signals in force: the built-in ones first. */
function signalsOf({ sources, load, annotations }: Config): readonly SignalSpec[] {
  const isPressureAsked = sources.prometheus.pressure === 'asked';
  return [
    ...builtInSignals(load, annotations),
    ...(isPressureAsked ? pressureSignals(load.pressureThreshold, load, annotations) : []),
    ...customSignals(load.signals, load, annotations),
  ];
}

function openPrometheus(config: Config, clock: Clock): readonly LoadSource[] {
  const { url } = config.sources.prometheus;
  if (url === undefined) return [];
  const client = new PrometheusClient(prometheusOptionsOf(config.sources.prometheus, url));
  return [prometheusSource(client, queriesOf(queryOptionsOf(config)), clock)];
}

function precedenceOf({ sources: { order, orderOf } }: Config): Precedence {
  return { ofSignal: (signal) => orderOf[signal] ?? order, ofPods: orderOf['pods'] ?? order };
}
