import type { NodeIdentity } from '#load/node-roster.ts';
import type { PodKey, PodUse } from './gathering/pod-use.ts';
import type { Reading } from '#load/sample.ts';
import type { SignalSpec } from './signals/signal.ts';
import type { UnknownReason } from '#load/unknown-reason.ts';
import type { Coverage, NodeVerdict, Pressure, Verdict } from '#load/verdict.ts';

/** A node's place in one view; worthless in any other. */
export type NodeRow = number;
/** A signal's place in `LoadView.signals`. */
export type SignalRow = number;

/** What is known of every node's load at one instant. Never changes, whatever the store learns afterwards. */
export interface LoadView {
  readonly now: number;
  readonly signals: readonly SignalSpec[];
  /** The nodes held, ready or not. */
  readonly rows: readonly NodeRow[];
  rowOf(uid: string): NodeRow | undefined;
  rowNamed(name: string): NodeRow | undefined;
  node(row: NodeRow): NodeIdentity;

  reading(row: NodeRow, signal: SignalRow): Reading;
  /** The value of a known reading, else NaN: for loops over columns. `reading` says why. */
  value(row: NodeRow, signal: SignalRow): number;
  /**
   * What as many of the last samples reached as a verdict asks for: with 3 of 5, the third highest. One spike does not raise
   * it, one dip does not lower it. NaN where there were not so many samples, or the newest is not fresh.
   */
  sustained(row: NodeRow, signal: SignalRow): number;
  signalVerdict(row: NodeRow, signal: SignalRow): Verdict;
  /**
   * Hot when any signal is; cool when those that are known are, so that a node without a load average can be cool;
   * unknown when nothing is known, or when what was hot has not been heard of since.
   */
  verdict(row: NodeRow): Verdict;
  explain(row: NodeRow): NodeVerdict;
  pressure(row: NodeRow): Pressure;
  /** The oldest sample that the values and the verdict rest on; NaN when they rest on none. */
  oldestUsed(row: NodeRow): number;

  coverage(): Coverage;
  /** How many nodes a signal is unknown for, by reason. */
  unknowns(signal: SignalRow): Readonly<Partial<Record<UnknownReason, number>>>;
  pod(pod: PodKey): PodUse;
}
