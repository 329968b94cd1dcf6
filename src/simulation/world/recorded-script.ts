import type { Pod } from '#api/kubernetes/pod.ts';
import type { WorldObjects } from './objects/objects.ts';

/** The annotation of what a recording leads: no controller of the world does, that would lead it otherwise. */
export const RECORDED = 'simulation.plimsoll.dev/recorded';

/** Kinds whose objects are as a recording says, at every instant. */
export type RecordedKind = Exclude<
  keyof WorldObjects,
  'Pod' | 'DaemonSet' | 'Job' | 'HorizontalPodAutoscaler' | 'ConfigMap' | 'PodMigration'
>;

/**
 * A pod's life as it was recorded, together with those that took its place after a policy moved it: from its birth until
 * it was told to go by somebody else. Instants are milliseconds since the world's beginning.
 */
export interface RecordedLife {
  /** The course of use that it follows, whoever leads this life at the time. */
  readonly course: number;
  /** Whose pods make its place good: its controller, or itself. It is the name of a workload in the world's book. */
  readonly owner: string;
  /** As it was born, and the node that it was born on. */
  readonly pod: Pod;
  readonly node: string;
  /** Before 0: it is there from the beginning, running. */
  readonly bornMs: number;
  /** Absent: it outlives the recording. */
  readonly diesMs?: number;
  /** No policy may move it, as far as policies are told that know cores alone. */
  readonly isPinned: boolean;
  /** Cores, as they are told. */
  readonly request: number;
  readonly limit: number;
}

/** A change that somebody else than a policy made. */
export type RecordedAct = { readonly afterMs: number } & (
  | { readonly act: 'apply'; readonly change: RecordedChange }
  | { readonly act: 'remove'; readonly of: RecordedKind; readonly key: string }
  | { readonly act: 'birth' | 'death'; readonly life: RecordedLife }
);

/** An object as it is from then on. */
export type RecordedChange = {
  [Kind in RecordedKind]: { readonly of: Kind; readonly object: WorldObjects[Kind] };
}[RecordedKind];

/** What happened in a recorded cluster of which no policy is the cause: all that there is in a world that replays it. */
export interface RecordedScript {
  /** In the order of their happening. */
  readonly acts: readonly RecordedAct[];
  readonly lives: readonly RecordedLife[];
  /** The course of what a node uses beyond its pods, by its name; every node that there ever is has one. */
  readonly nodes: ReadonlyMap<string, number>;
}
