import { isFinished, type PodMigration, type PodMigrationStatus } from '#api/pod-migration.ts';
import type { LoadView } from '#load/load-view.ts';
import { headedFor } from './migration/headed-for.ts';
import type { Wanted } from './migration/in-turn.ts';
import type { MigrationView } from './migration/migration-view.ts';
import { verdictByPods } from './signals-of-pods.ts';

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
  const cause = spec.planned?.for;
  if (cause === undefined || status === undefined) return { kind: 'holds' };
  if (status.phase === 'Proposed') {
    if (wanted === undefined || wanted.has(spec.podRef.uid)) return { kind: 'holds' };
    return { kind: 'dropped', reason: 'NotWanted', message: 'A later look at the cluster wants it no more.' };
  }
  if (cause === 'MakesRoom' && !isMadeRoomFor(migration, migrations)) {
    const message = `Nothing comes to ${status.sourceNode} from ${spec.targetNode} that it would make room for.`;
    return { kind: 'dropped', reason: 'NoRoomNeeded', message };
  }
  const row = load.rowNamed(status.sourceNode ?? '');
  if (cause !== 'Hot' || row === undefined || verdictByPods(load, row, movedFor(status)) !== 'cool')
    return { kind: 'holds' };
  return { kind: 'dropped', reason: 'SourceCooled', message: `Node ${status.sourceNode} is cool again without it.` };
}

/** Whether the pod with which it was to change places comes to where it is. */
function isMadeRoomFor({ status, spec }: PodMigration, migrations: readonly PodMigration[]): boolean {
  return migrations.some(
    (other) =>
      (other.status === undefined || other.status.sourceNode === spec.targetNode) &&
      (other.status?.landedNode ?? headedFor(other)) === status?.sourceNode &&
      (!isFinished(other) || other.status?.phase === 'Succeeded'),
  );
}

/** What was predicted is what the move is for: beside cpu and memory a shared signal, where it is made for one. */
const movedFor = ({ predicted }: PodMigrationStatus): readonly string[] => Object.keys(predicted?.source ?? {});
