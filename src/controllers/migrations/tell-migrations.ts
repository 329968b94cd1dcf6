import type { PodMigration } from '#api/pod-migration.ts';
import type { Journal, Subject } from '#ports/journal.ts';
import type { Swept } from '#ports/surger.ts';
import type { Carried } from './carry-on.ts';

/** Tells what is new in a migration's history since it was last looked at, on the migration itself. */
export function tellStep(
  journal: Journal,
  before: PodMigration,
  { migration }: Extract<Carried, { kind: 'carried' }>,
): void {
  const last = before.status?.history?.at(-1);
  const history = migration.status?.history ?? [];
  const known =
    last === undefined ? -1 : history.findLastIndex((entry) => entry.at === last.at && entry.reason === last.reason);
  for (const { phase, reason, message } of history.slice(known + 1)) {
    const facts = { phase, reason, pod: migration.spec.podRef.name, mode: migration.spec.mode };
    journal.record({ kind: 'migration-stepped', subject: subjectOf(migration), reasons: [message], facts });
  }
}

/** Tells what a sweep found, if it found anything. */
export function tellSwept(journal: Journal, { clonesRemoved, costsRestored, left }: Swept): void {
  const reasons = [
    ...clonesRemoved.map((pod) => `Clone ${pod} was left behind by a migration that is no more; it was removed.`),
    ...costsRestored.map((pod) => `Pod ${pod} was left the first to go; its deletion cost was put back.`),
    ...left.map(({ pod, message }) => `Pod ${pod} could not be put in order: ${message}`),
  ];
  const facts = { removed: clonesRemoved.length, restored: costsRestored.length, left: left.length };
  if (reasons.length > 0) journal.record({ kind: 'leftovers-swept', reasons, facts });
}

const subjectOf = ({ metadata: { namespace, name, uid } }: PodMigration): Subject => ({
  apiVersion: 'plimsoll.dev/v1',
  kind: 'PodMigration',
  namespace,
  name,
  uid,
});
