import type { PodMigration } from '#api/pod-migration.ts';
import { conditionOf } from './status-change.ts';

/**
 * Why a plan wants a move: its node is hot, was foretold to be, or its place is wanted for a pod that leaves such a node; or a
 * rule over the pod wants it elsewhere.
 */
export type PlannedFor = 'Hot' | 'Foretold' | 'MakesRoom' | 'Ruled';

/** The condition by which a migration says that a plan of ours wants it; those made by hand have none. */
export const PLANNED = 'Planned';

const causes: readonly PlannedFor[] = ['Hot', 'Foretold', 'MakesRoom', 'Ruled'];

/** Undefined for those made by hand. */
export function plannedFor({ status }: Pick<PodMigration, 'status'>): PlannedFor | undefined {
  const reason = status === undefined ? undefined : conditionOf(status, PLANNED)?.reason;
  return causes.find((cause) => cause === reason);
}

/** Whether it is nothing but the word of an earlier plan, which the next one gives anew. */
export function isProposal(migration: Pick<PodMigration, 'status'>): boolean {
  return migration.status?.phase === 'Proposed' && plannedFor(migration) !== undefined;
}
