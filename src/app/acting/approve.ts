import { kubeMigrationStore } from '#actuators/migrate/migration-store.ts';
import { isFinished, type PodMigration } from '#api/pod-migration.ts';
import { exitCodes } from '#app/exit-codes.ts';
import type { NamespacedName } from '#app/namespaced-name.ts';
import { type OpenCluster, type Opening, withCluster } from '#app/once/open-cluster.ts';
import { whoWeAre } from '#app/once/who-we-are.ts';
import { type OutputFormat, structured } from '#app/output-format.ts';
import type { Terminal } from '#app/terminal.ts';
import { approvedByHand } from '#decisions/rescheduling/migration/by-hand.ts';
import type { AtNamespaced } from '#kube/client/resource.ts';
import { actingFault } from './faults.ts';
import { needInstalledKinds, needMigration } from './migrations-at-hand.ts';

export interface ApproveAsk {
  readonly opening: Opening;
  readonly format: OutputFormat;
  readonly names: readonly NamespacedName[];
}

/** What approval came to. */
interface Approval {
  readonly namespace: string;
  readonly name: string;
  readonly outcome: 'approved' | 'before' | 'over';
  readonly says: string;
}

/** How often a write may be overtaken before that is told. */
const MOST_TRIES = 5;

/** Lets proposed migrations be carried out; one that is over already is an answer of no. */
export async function approve({ opening, format, names }: ApproveAsk, terminal: Terminal): Promise<void> {
  await withCluster(opening, terminal, async (cluster) => {
    await needInstalledKinds(cluster);
    const by = await whoWeAre(cluster.client, cluster.signal);
    const approvals: Approval[] = [];
    for (const { namespace = cluster.namespace, name } of names) {
      const approval = await approveOne(cluster, { namespace, name }, by);
      if (format === 'table') terminal.stdout.write(`${approval.says}\n`);
      approvals.push(approval);
    }
    if (format === 'json' || format === 'yaml') terminal.stdout.write(structured(approvals, format));
    if (approvals.some(({ outcome }) => outcome === 'over')) terminal.conclude(exitCodes.no);
  });
}

async function approveOne(cluster: OpenCluster, at: AtNamespaced, by: string): Promise<Approval> {
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
