import type { HistoryEntry, MigrationPhase, ObjectRef, PodMigration } from '#api/pod-migration.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { EntryKind, Facts, Journal, Subject } from '#ports/journal.ts';
import type { Swept } from '#ports/surger.ts';
import type { Carried } from './carry-on.ts';

/** Tells what is new in a migration's history since it was last looked at, on all whom it concerns. */
export function tellStep(
  journal: Journal,
  before: PodMigration,
  { migration }: Extract<Carried, { kind: 'carried' }>,
): void {
  const last = before.status?.history?.at(-1);
  const history = migration.status?.history ?? [];
  const known =
    last === undefined ? -1 : history.findLastIndex((entry) => entry.at === last.at && entry.reason === last.reason);
  let phase = before.status?.phase;
  for (const entry of history.slice(known + 1)) {
    tell(journal, migration, entry, phase === entry.phase ? 'migration-stepped' : kindOf[entry.phase]);
    ({ phase } = entry);
  }
}

const kindOf: Readonly<Record<MigrationPhase, EntryKind>> = {
  Proposed: 'migration-proposed',
  Approved: 'migration-stepped',
  Surging: 'migration-begun',
  Evicting: 'migration-begun',
  Requested: 'migration-begun',
  Settling: 'migration-stepped',
  Succeeded: 'migration-succeeded',
  Failed: 'migration-failed',
  Refused: 'migration-refused',
  Withdrawn: 'migration-withdrawn',
};

function tell(
  journal: Journal,
  migration: PodMigration,
  { phase, reason, message }: HistoryEntry,
  kind: EntryKind,
): void {
  // what it waits for from moment to moment stands on the migration alone
  const about = kind === 'migration-stepped' ? [] : concernedBy(migration);
  const reasons = kind === 'migration-stepped' ? [message] : [`${headline(migration)} ${message}`];
  const facts = { phase, reason, ...factsOf(migration) };
  journal.record({ kind, subject: subjectOf(migration), about, reasons, facts });
}

/** Events on other objects say first which move they are about. */
function headline({ metadata, spec, status }: PodMigration): string {
  const { sourceNode = 'its node', landedNode } = status ?? {};
  const where = landedNode === undefined ? `off ${sourceNode}` : `from ${sourceNode} to ${landedNode}`;
  return `Move ${metadata.name} of pod ${metadata.namespace}/${spec.podRef.name} ${where}:`;
}

/** The pod, what came instead, their workload, and both nodes. */
function concernedBy({ metadata: { namespace }, spec, status }: PodMigration): readonly Subject[] {
  const pod = ({ name, uid }: ObjectRef): Subject => ({ apiVersion: 'v1', kind: 'Pod', namespace, name, uid });
  // kubectl finds the Events of a node by its name
  const node = (name: string): Subject => ({ apiVersion: 'v1', kind: 'Node', name, uid: name });
  const { replacement, workload, sourceNode, landedNode } = status ?? {};
  return [
    pod(spec.podRef),
    ...(replacement === undefined || replacement.uid === spec.podRef.uid ? [] : [pod(replacement)]),
    ...(workload === undefined ? [] : [{ ...workload, namespace }]),
    ...[sourceNode, landedNode].flatMap((name) => (name === undefined ? [] : [node(name)])),
  ];
}

/** Every number that the move rests on. */
function factsOf({ spec, status }: PodMigration): Facts {
  const { sourceNode, landedNode, attempts, waits, workload, predicted, measured } = status ?? {};
  const told = {
    pod: spec.podRef.name,
    mode: spec.mode,
    targetNode: spec.targetNode,
    sourceNode,
    landedNode,
    workload: workload === undefined ? undefined : `${workload.kind}/${workload.name}`,
    attempts,
    waits,
    ...loads('predictedSource', predicted?.source),
    ...loads('predictedTarget', predicted?.target),
    ...loads('measuredSource', measured?.source),
    ...loads('measuredTarget', measured?.target),
  };
  return Object.fromEntries(
    Object.entries(told).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function loads(of: string, ratios: StringMap = {}): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(ratios).map(([signal, ratio]) => [`${of}.${signal}`, Number(ratio)]));
}

/** Tells what a sweep found, if it found anything. */
export function tellSwept(journal: Journal, { clonesRemoved, costsRestored, marksTaken, left }: Swept): void {
  const reasons = [
    ...clonesRemoved.map((pod) => `Clone ${pod} was left behind by a migration that is no more; it was removed.`),
    ...costsRestored.map((pod) => `Pod ${pod} was left the first to go; its deletion cost was put back.`),
    ...marksTaken.map(
      (pod) => `Pod ${pod} was still marked as a clone long after it was none; the mark was taken off.`,
    ),
    ...left.map(({ pod, message }) => `Pod ${pod} could not be put in order: ${message}`),
  ];
  const facts = {
    removed: clonesRemoved.length,
    restored: costsRestored.length,
    unmarked: marksTaken.length,
    left: left.length,
  };
  if (reasons.length > 0) journal.record({ kind: 'leftovers-swept', reasons, facts });
}

const subjectOf = ({ metadata: { namespace, name, uid } }: PodMigration): Subject => ({
  apiVersion: 'plimsoll.dev/v1',
  kind: 'PodMigration',
  namespace,
  name,
  uid,
});
