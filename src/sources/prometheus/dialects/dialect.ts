import type { Pieces } from '../promql.ts';

/** What is asked for. The first group is measured of nodes, the second of pods. */
export type NodeSignal = 'cpu' | 'memory' | 'load' | 'psi-cpu' | 'psi-memory' | 'psi-io';
export type PodSignal = 'pod-cpu' | 'pod-memory';

/** How one exporter is asked for one signal. */
export interface Expression {
  readonly value: string;
  /** When what each value rests on was measured, in seconds, by the same labels. */
  readonly takenAt: string;
}

/** An exporter's names for things: what it knows, as PromQL. Two dialects never disagree on what a signal means. */
export type NodeDialect = (pieces: Pieces) => Readonly<Partial<Record<NodeSignal, Expression>>>;
export type PodDialect = (pieces: Pieces) => Readonly<Record<PodSignal, readonly Expression[]>>;
