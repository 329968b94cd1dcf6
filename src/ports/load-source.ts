import type { Fault } from '#base/fault.ts';
import type { RawSeries } from '#load/sample.ts';
import type { Unit } from '#load/signals/signal.ts';

/** Where load can be read. Earlier ones see more; which is asked for what is a matter of configuration. */
export type LoadSourceName = 'prometheus' | 'metrics-api' | 'annotations';

/** A source that was asked first, and why its answer is not the one taken. */
export interface PassedOver {
  readonly source: LoadSourceName;
  readonly fault: Fault;
}

/** Whose answer it is. */
export interface Answerer {
  readonly source: LoadSourceName;
  /** Those asked before it, in their order; absent where it was the first. */
  readonly passedOver?: readonly PassedOver[];
}

/**
 * What came of one signal: raw series, each with its own time and labels, to be gone through as often as wanted; or why
 * there are none. Nothing is judged yet. That a source names nobody at all is a problem of the reading.
 */
export type SignalReading = Answerer & { readonly signal: string; readonly tookMs: number } & (
    | {
        readonly kind: 'read';
        /** What the values are counted in; a source knows it better than the signal's declaration. */
        readonly unit: Unit;
        readonly series: Iterable<RawSeries>;
      }
    | { readonly kind: 'failed'; readonly fault: Fault }
  );

/**
 * What came of the pods: cores and bytes, each series labelled `namespace` and `pod`. Where only one of the two could be
 * had, the other is empty, and a problem of the reading says why.
 */
export type PodsReading =
  | (Answerer & {
      readonly kind: 'read';
      readonly cpuCores: Iterable<RawSeries>;
      readonly memoryBytes: Iterable<RawSeries>;
    })
  | { readonly kind: 'failed'; readonly faults: readonly Fault[] }
  | { readonly kind: 'not-asked' };

/** What is wrong, told once, with every signal that it concerns; those of pods are `pod-cpu` and `pod-memory`. */
export interface SourceProblem {
  readonly fault: Fault;
  readonly signals: readonly string[];
}

/** One reading of the whole cluster. A failed signal leaves the others as they are. */
export interface LoadReading {
  readonly signals: readonly SignalReading[];
  readonly pods: PodsReading;
  readonly problems: readonly SourceProblem[];
  /** What the source warned of, each once. */
  readonly warnings: readonly string[];
  /** Something is missing, or may be. */
  readonly isDegraded: boolean;
}

export interface ReadAsk {
  readonly signals: readonly string[];
  readonly pods: 'asked' | 'not-asked';
  readonly abort?: AbortSignal;
}

/** A span of the past, both ends counted in, in milliseconds since the Unix epoch. */
export interface PastAsk {
  /** Of pods too, by their names `pod-cpu` and `pod-memory`: cores and bytes, as in `PodsReading`. */
  readonly signals: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly abort?: AbortSignal;
}

/** One instant of the past. */
export interface PastStep {
  readonly atMs: number;
  readonly signals: readonly SignalReading[];
}

/** What nodes and pods use, as somebody measured it. One question a signal for the whole cluster, never one a node. */
export interface LoadSource {
  readonly name: LoadSourceName | 'mixed';
  /** The signals it can answer for; any other that is asked for is read as failed. */
  readonly signals: readonly string[];
  /** What was measured last, one reading a signal, in the order asked for. Rejects only when aborted: whatever else goes wrong is part of the reading. */
  read(ask: ReadAsk): Promise<LoadReading>;
  /** What was measured at each step, oldest first; nothing where a source remembers nothing. Rejects like `read`. */
  past(ask: PastAsk): Promise<readonly PastStep[]>;
  close(): Promise<void>;
}
