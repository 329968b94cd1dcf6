import { isFinished, type ObjectRef, type PodMigration, type PodMigrationStatus } from '#api/pod-migration.ts';
import type { LoadView } from '#load/load-view.ts';
import { headedFor } from '#decisions/rescheduling/migration/headed-for.ts';
import type { Wanted } from '#decisions/rescheduling/guards/in-turn.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import { verdictByPods } from '#decisions/rescheduling/problem/signals-of-pods.ts';

export interface WorthSight {
  readonly load: LoadView;
  /** By the newest plan; absent before there is one. */
  readonly wanted: Wanted | undefined;
  /** All, this one too. */
  readonly migrations: readonly PodMigration[];
}

/**
 * Whether the reasons of a migration still hold, on a fresh look. It may drop a move that a plan of ours wanted, never
 * change one; what somebody wants by hand is theirs to take back.
 */
export function worthNow(migration: PodMigration, { load, wanted, migrations }: WorthSight): MigrationView['worth'] {
  const { status, spec } = migration;
  const { for: cause, makesRoomFor } = spec.planned ?? {};
  if (cause === undefined || status === undefined) return { kind: 'holds' };
  if (status.phase === 'Proposed') {
    if (wanted === undefined || wanted.has(spec.podRef.uid)) return { kind: 'holds' };
    return { kind: 'dropped', reason: 'NotWanted', message: 'A later look at the cluster wants it no more.' };
  }
  if (makesRoomFor !== undefined && !migrations.some((other) => isComing(makesRoomFor, other, status.sourceNode))) {
    const message = `Pod ${makesRoomFor.name}, which it would make room for, does not come to ${status.sourceNode}.`;
    return { kind: 'dropped', reason: 'NoRoomNeeded', message };
  }
  const row = load.rowNamed(status.sourceNode ?? '');
  if (cause !== 'Hot' || row === undefined || verdictByPods(load, row, movedFor(status)) !== 'cool')
    return { kind: 'holds' };
  return { kind: 'dropped', reason: 'SourceCooled', message: `Node ${status.sourceNode} is cool again without it.` };
}

/** Whether this migration of the pod brings it to the node, or has. */
const isComing = ({ uid }: ObjectRef, migration: PodMigration, node: string | undefined): boolean =>
  migration.spec.podRef.uid === uid &&
  (migration.status?.landedNode ?? headedFor(migration)) === node &&
  (!isFinished(migration) || migration.status?.phase === 'Succeeded');

/** What was predicted is what the move is for: beside cpu and memory a shared signal, where it is made for one. */
const movedFor = ({ predicted }: PodMigrationStatus): readonly string[] => Object.keys(predicted?.source ?? {});
