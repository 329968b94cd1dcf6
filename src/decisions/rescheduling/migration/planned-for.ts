import type { PodMigration } from '#api/pod-migration.ts';

/** Whether it is nothing but the word of an earlier plan, which the next one gives anew. */
export function isProposal({ spec, status }: Pick<PodMigration, 'spec' | 'status'>): boolean {
  return spec.planned !== undefined && (status === undefined || status.phase === 'Proposed');
}
