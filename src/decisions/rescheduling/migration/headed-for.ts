import type { PodMigration } from '#api/pod-migration.ts';

/** The node that a pod is to come to be on: where its clone is steered, once it is, which its wish may have had no room for. */
export function headedFor({ spec, status }: Pick<PodMigration, 'spec' | 'status'>): string | undefined {
  const isSteered = status?.phase === 'Surging' || status?.phase === 'Settling';
  return (isSteered ? status.headedFor : undefined) ?? spec.targetNode;
}
