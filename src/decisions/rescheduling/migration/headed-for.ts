import type { PodMigration } from '#api/pod-migration.ts';

/** The node that a pod is to come to be on, as far as anybody wished for one: its own wish, else where its clone is steered. */
export function headedFor({ spec, status }: Pick<PodMigration, 'spec' | 'status'>): string | undefined {
  return (
    spec.targetNode ?? (status?.phase === 'Surging' || status?.phase === 'Settling' ? status.headedFor : undefined)
  );
}
