import type { PodMigration, PodMigrationStatus } from '#api/pod-migration.ts';
import type { LoadView } from '#load/load-view.ts';
import type { Wanted } from './migration/in-turn.ts';
import type { MigrationView } from './migration/migration-view.ts';
import { verdictByPods } from './signals-of-pods.ts';

/**
 * Whether the reasons of a migration still hold, on a fresh look. It may drop a move that a plan of ours wanted, never
 * change one; what somebody wants by hand is theirs to take back. `wanted`: by the newest plan; absent before there is one.
 */
export function worthNow(
  migration: PodMigration,
  { load, wanted }: { readonly load: LoadView; readonly wanted: Wanted | undefined },
): MigrationView['worth'] {
  const { status, spec } = migration;
  const cause = spec.planned?.for;
  if (cause === undefined || status === undefined) return { kind: 'holds' };
  if (status.phase === 'Proposed') {
    if (wanted === undefined || wanted.has(spec.podRef.uid)) return { kind: 'holds' };
    return { kind: 'dropped', reason: 'NotWanted', message: 'A later look at the cluster wants it no more.' };
  }
  const row = load.rowNamed(status.sourceNode ?? '');
  if (cause !== 'Hot' || row === undefined || verdictByPods(load, row, movedFor(status)) !== 'cool')
    return { kind: 'holds' };
  return { kind: 'dropped', reason: 'SourceCooled', message: `Node ${status.sourceNode} is cool again without it.` };
}

/** What was predicted is what the move is for: beside cpu and memory a shared signal, where it is made for one. */
const movedFor = ({ predicted }: PodMigrationStatus): readonly string[] => Object.keys(predicted?.source ?? {});
