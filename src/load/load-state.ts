import type { LoadColumns } from '#load/load-columns.ts';
import type { NodeRoster } from '#load/node-roster.ts';
import type { LoadOptions } from '#load/options.ts';
import type { PodFinder } from './gathering/pod-use.ts';
import type { SignalSpec } from './signals/signal.ts';

/** All that a store holds at one moment; whoever is lent it may count on nobody changing it. */
export interface LoadState {
  readonly signals: readonly SignalSpec[];
  readonly options: LoadOptions;
  readonly columns: LoadColumns;
  readonly roster: NodeRoster;
  /** Names; columns hold places in this list. */
  readonly sources: readonly string[];
  readonly pods: PodFinder;
}
