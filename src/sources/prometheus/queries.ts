import type { Unit } from '#load/signals/signal.ts';
import { cadvisor } from './dialects/cadvisor.ts';
import type { Expression, NodeDialect, NodeSignal, PodSignal } from './dialects/dialect.ts';
import { kubePrometheusNodes, kubePrometheusPods } from './dialects/kube-prometheus.ts';
import { latencyByPod } from './dialects/latency.ts';
import { nodeExporter } from './dialects/node-exporter.ts';
import { windowsExporter } from './dialects/windows-exporter.ts';
import { durationText, equals, labelName, type Pieces, selector } from './promql.ts';
import type { DialectName, LatencyHistogram, OwnQuery, QueryOptions } from './query-options.ts';

/** What is asked for one signal: one query for the whole cluster. */
export interface SignalQuery {
  readonly signal: string;
  readonly about: 'node' | 'pod';
  /** What it counts in. The built-in load is per core already: a ratio. */
  readonly unit: Unit;
  /** What time its values are rates over; absent: they are momentary, or nobody knows. */
  readonly windowMs?: number;
  readonly value: string;
  /** See `withTakenAt`. Absent: a value counts as measured at the moment of the query. */
  readonly takenAt?: string;
  /** The labels by which a series finds its node or pod. */
  readonly labels: readonly string[];
}

const SHORTEST_WINDOW_MS = 120_000;

/** A rate needs two scrapes; four, where one may fail and none is punctual. */
export function windowMsOf({ windowMs, scrapeIntervalMs }: QueryOptions): number {
  return windowMs ?? Math.max(4 * scrapeIntervalMs, SHORTEST_WINDOW_MS);
}

/** The queries of one pass, in the order in which signals are told. Throws for names that PromQL does not have. */
export function queriesOf(options: QueryOptions): readonly SignalQuery[] {
  const pieces = piecesOf(options);
  const built = [
    ...nodeSignals(options).flatMap((signal) => nodeQuery(signal, pieces, options) ?? []),
    ...(options.pods === 'asked' ? (['pod-cpu', 'pod-memory'] as const).map((signal) => podQuery(signal, pieces)) : []),
    ...(options.latency === undefined ? [] : [latencyQuery(options.latency, pieces)]),
  ];
  const { replaced, nodeLabels } = options;
  const labelsOf = { node: nodeLabels, pod: [...POD_LABELS, ...nodeLabels] };
  const own = ({ signal, about, unit }: Omit<SignalQuery, 'value' | 'labels'>, query: OwnQuery): SignalQuery => ({
    signal,
    about,
    unit: query.unit ?? unit,
    value: filled(query.expression, pieces),
    labels: labelsOf[about],
    ...(query.takenAt === undefined ? {} : { takenAt: filled(query.takenAt, pieces) }),
  });
  return [
    ...built.map((query) => {
      const replacing = replaced[query.signal];
      return replacing === undefined ? query : own(query, replacing);
    }),
    ...options.added.map((query) => own({ unit: 'ratio', ...query }, query)),
  ];
}

const POD_LABELS = ['namespace', 'pod'] as const;

const NODE_DIALECTS: Readonly<Record<DialectName, NodeDialect>> = {
  'node-exporter': nodeExporter,
  'kube-prometheus': kubePrometheusNodes,
  'windows-exporter': windowsExporter,
};

function piecesOf(options: QueryOptions): Pieces {
  const only = Object.entries(options.only).map(([label, value]) => equals(label, value));
  const windowMs = windowMsOf(options);
  return {
    windowMs,
    window: durationText(windowMs),
    byNode: options.nodeLabels.map(labelName).join(', '),
    select: (metric, ...conditions) => selector(metric, [...conditions, ...only]),
  };
}

function nodeSignals({ pressure }: QueryOptions): readonly NodeSignal[] {
  const usual = ['cpu', 'memory', 'load'] as const;
  return pressure === 'asked' ? [...usual, 'psi-cpu', 'psi-memory', 'psi-io'] : usual;
}

function nodeQuery(signal: NodeSignal, pieces: Pieces, options: QueryOptions): SignalQuery | undefined {
  const spoken = options.dialects.flatMap((name) => NODE_DIALECTS[name](pieces)[signal] ?? []);
  if (spoken.length === 0) return undefined;
  const { value, takenAt } = anyOf(spoken);
  return {
    signal,
    about: 'node',
    unit: 'ratio',
    ...(signal === 'memory' || signal === 'load' ? {} : { windowMs: pieces.windowMs }),
    value: signal === 'cpu' ? notBelowZero(value) : value,
    takenAt,
    labels: options.nodeLabels,
  };
}

/** A recorded idle rate overshoots by a little; what is further off is a broken counter, and no idle node. */
function notBelowZero(value: string): string {
  return `clamp_min((${value}) >= -0.05, 0)`;
}

function podQuery(signal: PodSignal, pieces: Pieces): SignalQuery {
  const spoken = [...cadvisor(pieces)[signal], ...kubePrometheusPods(pieces)[signal]];
  return {
    signal,
    about: 'pod',
    ...(signal === 'pod-cpu' ? ({ unit: 'cores', windowMs: pieces.windowMs } as const) : { unit: 'bytes' }),
    ...anyOf(spoken),
    labels: POD_LABELS,
  };
}

/** What the first has no answer for, the next may have. */
function anyOf(spoken: readonly Expression[]): Expression {
  return {
    value: spoken.map(({ value }) => value).join(' or '),
    takenAt: spoken.map(({ takenAt }) => takenAt).join(' or '),
  };
}

function latencyQuery(latency: LatencyHistogram, pieces: Pieces): SignalQuery {
  return {
    signal: 'latency',
    about: 'pod',
    unit: 'milliseconds',
    windowMs: pieces.windowMs,
    value: latencyByPod(latency, pieces),
    labels: POD_LABELS,
  };
}

function filled(expression: string, { window }: Pieces): string {
  return expression.replaceAll('$window', window);
}
