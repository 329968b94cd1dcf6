import type { PodMigration } from '#api/pod-migration.ts';
import type { ClusterKind, ClusterObjects } from '#cluster/cluster-event.ts';
import type { Unit } from '#load/signals/signal.ts';
import type { LoadReading, LoadSourceName, PastStep } from './load-source.ts';

/** Objects of a kind as they were listed; or why there were none to be had. */
export type HeardKind<Object> =
  | { readonly kind: 'listed'; readonly items: readonly Object[] }
  | { readonly kind: 'not-served' | 'forbidden'; readonly fault: { readonly message: string } };

/** Everything that one look at a cluster was told: enough to look again, and see the same. */
export interface HeardLook {
  /** When it began and when the last reading was taken, in milliseconds since the Unix epoch. */
  readonly begunAt: number;
  readonly readAt: number;
  readonly objects: { readonly [Kind in ClusterKind]: HeardKind<ClusterObjects[Kind]> };
  readonly migrations: { readonly items: readonly PodMigration[]; readonly remarks: readonly string[] };
  /** Whether who looked may create pods everywhere, which a surge takes. */
  readonly surgeRight: 'held' | 'missing';
  /** What was said of the past, in the order it was asked for. */
  readonly past: readonly PastStep[];
  readonly reading: LoadReading;
}

/** Which cluster was looked at, and by whom. */
export interface RecordedCluster {
  /** The uid of namespace kube-system; absent where namespaces may not be listed. */
  readonly uid?: string | undefined;
  readonly version: { readonly major: number; readonly minor: number; readonly full: string };
}

/** The first line of a recording, and of each time that it was gone on with: what came before says nothing of what follows. */
export interface SessionLine {
  readonly kind: 'plimsoll-recording';
  readonly version: 1;
  readonly at: number;
  readonly program: string;
  readonly cluster: RecordedCluster;
}

/** An object that is new, or has changed since the look before. */
export interface AppliedLine {
  readonly kind: 'applied';
  readonly of: ClusterKind;
  readonly object: object;
}

export interface RemovedLine {
  readonly kind: 'removed';
  readonly of: ClusterKind;
  readonly uid: string;
}

/** A kind of which nothing could be read in this look. */
export interface UnreadLine {
  readonly kind: 'unread';
  readonly of: ClusterKind;
  readonly why: 'not-served' | 'forbidden';
  readonly message: string;
}

/** All moves of pods that the cluster remembers, where they are not those of the look before. */
export interface MigrationsLine {
  readonly kind: 'migrations';
  readonly items: readonly PodMigration[];
  readonly remarks: readonly string[];
}

/** Labels of series, numbered on from those of the session before them. */
export interface LabelsLine {
  readonly kind: 'labels';
  readonly of: readonly Readonly<Record<string, string>>[];
}

export interface RecordedFault {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** A sample: the number of its labels, its value, how old it was, and what it is a mean over. Null is no number. */
export type RecordedSample =
  | readonly [labels: number, value: string | number | null, ageMs: number | null]
  | readonly [labels: number, value: string | number | null, ageMs: number | null, windowMs: number];

export interface RecordedAnswerer {
  readonly source: LoadSourceName;
  readonly passedOver?: readonly { readonly source: LoadSourceName; readonly fault: RecordedFault }[] | undefined;
}

export type RecordedSignal = RecordedAnswerer & { readonly signal: string; readonly tookMs: number } & (
    | { readonly kind: 'read'; readonly unit: Unit; readonly series: readonly RecordedSample[] }
    | { readonly kind: 'failed'; readonly fault: RecordedFault }
  );

export type RecordedPods =
  | (RecordedAnswerer & {
      readonly kind: 'read';
      readonly cpuCores: readonly RecordedSample[];
      readonly memoryBytes: readonly RecordedSample[];
    })
  | { readonly kind: 'failed'; readonly faults: readonly RecordedFault[] }
  | { readonly kind: 'not-asked' };

/** One instant of what was past when it was asked for. */
export interface PastLine {
  readonly kind: 'past';
  readonly at: number;
  readonly signals: readonly RecordedSignal[];
}

/** The last line of a look: without it, the lines before it say nothing. */
export interface LookLine {
  readonly kind: 'look';
  readonly begunAt: number;
  readonly readAt: number;
  readonly surgeRight: HeardLook['surgeRight'];
  readonly signals: readonly RecordedSignal[];
  readonly pods: RecordedPods;
  readonly problems: readonly { readonly fault: RecordedFault; readonly signals: readonly string[] }[];
  readonly warnings: readonly string[];
  readonly isDegraded: boolean;
}

/** A recording is a line of JSON each; docs/recording.md tells it to people. */
export type RecordingLine =
  | SessionLine
  | AppliedLine
  | RemovedLine
  | UnreadLine
  | MigrationsLine
  | LabelsLine
  | PastLine
  | LookLine;
