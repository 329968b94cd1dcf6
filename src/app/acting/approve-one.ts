import { kubeMigrationStore } from '#actuators/migrate/migration-store.ts';
import { isFinished, type PodMigration } from '#api/pod-migration.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import { approvedByHand } from '#decisions/rescheduling/migration/by-hand.ts';
import type { AtNamespaced } from '#kube/client/resource.ts';
import { actingFault } from './faults.ts';
import { needMigration } from './migrations-at-hand.ts';

/** What approval came to. */
export interface Approval {
  readonly namespace: string;
  readonly name: string;
  readonly outcome: 'approved' | 'before' | 'over';
  readonly says: string;
}

/** How often a write may be overtaken before that is told. */
const MOST_TRIES = 5;

/** Lets one be carried out, however often others write in between; where it was let before, or is over, that is told. */
export async function approveOne(cluster: OpenCluster, at: AtNamespaced, by: string): Promise<Approval> {
  const store = kubeMigrationStore(cluster.client);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const migration = await needMigration(cluster, at);
    const standing = standingOf(migration);
    if (standing !== undefined) return { ...at, ...standing };
    const status = approvedByHand(migration, by, cluster.clock.now());
    const written = await store.writeStatus({ ...migration, status }, cluster.signal);
    if (written.kind === 'written') {
      return { ...at, outcome: 'approved', says: `${at.namespace}/${at.name}: approved` };
    }
  }
  throw actingFault('act/contended', `approving ${at.namespace}/${at.name}: overtaken ${MOST_TRIES} times`);
}

/** Why there is nothing to approve. */
function standingOf(migration: PodMigration): Pick<Approval, 'outcome' | 'says'> | undefined {
  const { metadata, status } = migration;
  if (status === undefined || status.phase === 'Proposed') return undefined;
  const named = `${metadata.namespace}/${metadata.name}`;
  const last = status.history?.at(-1)?.message ?? '';
  if (isFinished(migration)) return { outcome: 'over', says: `${named}: it is over (${status.phase}). ${last}` };
  return { outcome: 'before', says: `${named}: it was approved before, and is in phase ${status.phase}. ${last}` };
}
