import type { Unit } from '#load/signals/signal.ts';

/** Whose names for things are tried, in the order given: what the first knows of a node wins over what others know. */
export type DialectName = 'node-exporter' | 'kube-prometheus' | 'windows-exporter';

/** A histogram of how long requests took, with labels `namespace` and `pod`. */
export interface LatencyHistogram {
  /** Without `_bucket`. */
  readonly histogram: string;
  readonly unit: 's' | 'ms';
}

/** A query somebody wrote. `$window` in it becomes the rate window. */
export interface OwnQuery {
  readonly expression: string;
  /** Gives the seconds since the Unix epoch at which each value was measured; else the moment of the query is taken. */
  readonly takenAt?: string;
  /** What it counts in; that of the query it replaces, or a ratio, unless said otherwise. */
  readonly unit?: Unit;
}

export interface QueryOptions {
  /** How often Prometheus scrapes: windows hold four scrapes. Not how often we ask. */
  readonly scrapeIntervalMs: number;
  /** Instead of the window that follows from the above. */
  readonly windowMs?: number;
  /** The labels that may name a node. */
  readonly nodeLabels: readonly string[];
  /** Labels and values that narrow every built-in query, such as one cluster of many in a store. */
  readonly only: Readonly<Record<string, string>>;
  readonly dialects: readonly DialectName[];
  /** Whether stalls are asked for too (PSI: kernel 4.20 with node_exporter). */
  readonly pressure: 'asked' | 'not-asked';
  readonly pods: 'asked' | 'not-asked';
  readonly latency?: LatencyHistogram;
  /** Queries that stand in for built-in ones, by signal. */
  readonly replaced: Readonly<Record<string, OwnQuery>>;
  /** Signals we do not know. */
  readonly added: readonly (OwnQuery & { readonly signal: string; readonly about: 'node' | 'pod' })[];
}

export const queryDefaults: QueryOptions = {
  scrapeIntervalMs: 60_000, // Prometheus' own default
  nodeLabels: ['node', 'kubernetes_node', 'instance'],
  only: {},
  dialects: ['node-exporter', 'kube-prometheus', 'windows-exporter'],
  pressure: 'not-asked',
  pods: 'asked',
  replaced: {},
  added: [],
};
