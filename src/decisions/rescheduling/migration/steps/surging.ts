import type { PodMigrationStatus } from '#api/pod-migration.ts';
import { groundsToStop, groundsToWait, type Stop } from './grounds-to-stop.ts';
import type { CloneNow, PodNow } from '#decisions/rescheduling/migration/migration-view.ts';
import { type Because, entered, instantOf, msOf, waiting } from '#decisions/rescheduling/migration/status-change.ts';
import { cloneKeyOf, earlier, podKeyOf, resting, type Situation, type Step } from './step.ts';
import { LOWEST_DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import { headedFor } from '#decisions/rescheduling/migration/headed-for.ts';
import { undoingStep } from './undoing.ts';
import { wishedFirst } from './wished-first.ts';

/**
 * The new pod first, then the hot one goes:
 *
 *   1. a clone is created, nobody's, on a node of those that would take it
 *   2. it becomes ready
 *   3. the hot pod gets the lowest deletion cost
 *   4. the clone gets the label by which the ReplicaSet adopts it: one too many, and the hot pod goes
 *
 * Until 4 all of it can be undone, and is; after it, nothing can, and what the ReplicaSet does is waited for.
 */
export function surgingStep(situation: Situation): Step {
  const { status, view } = situation;
  if (view.clone?.isAdopted === true || status.adoptedAt !== undefined) return adoptedStep(situation);
  if (status.undoing !== undefined) return undoingStep(situation);
  const stop = groundsToStop(situation, 'Failed') ?? brokenSurge(situation);
  if (stop !== undefined) return { status: givenUp(status, stop) };
  const againAt = nextLook(situation);
  const pause = groundsToWait(situation);
  if (pause !== undefined) return { status: waiting(status, pause, situation.now), againAt };
  if (resting(situation) !== undefined) return { status, againAt };
  return forward(situation, againAt);
}

function forward(situation: Situation, againAt: number): Step {
  const { status, view, now, migration } = situation;
  const { pod, clone } = view;
  const key = cloneKeyOf(migration, status.clone!.name);
  const of = podKeyOf(migration);
  if (clone === undefined) {
    return {
      status,
      verb: {
        kind: 'createClone',
        clone: key,
        of,
        nodes: wishedFirst(view.targets, headedFor({ spec: migration.spec, status })),
      },
      againAt,
    };
  }
  if (!clone.isReady) {
    const because = { reason: 'CloneStarting', message: `Clone ${clone.name} is not ready yet.` };
    return { status: waiting(status, because, now), againAt };
  }
  const unready = view.siblings.filter((sibling) => sibling.uid !== clone.uid && isShaky(sibling));
  if (unready.length > 0) return { status: waiting(status, otherFirst(unready), now), againAt };
  if (pod!.deletionCost !== LOWEST_DELETION_COST) {
    const deletionCostWas = status.deletionCostWas ?? pod!.deletionCost ?? '';
    return {
      status: { ...status, deletionCostWas },
      verb: { kind: 'lowerDeletionCost', pod: of, migration: migration.metadata.uid },
      againAt,
    };
  }
  return { status, verb: { kind: 'adoptClone', clone: key, of }, againAt };
}

/** A ReplicaSet looks at these before it looks at deletion costs. */
const isShaky = ({ node, isReady, goneBy }: PodNow): boolean =>
  goneBy === undefined && (node === undefined || !isReady);

const otherFirst = (unready: readonly PodNow[]): Because => ({
  reason: 'AnotherUnready',
  message: `Pod ${unready[0]!.name} is not ready, and would be removed instead: it is waited for.`,
});

/** What speaks against going on with the surge; in mode Auto eviction may still be a way. */
function brokenSurge(situation: Situation): Stop | undefined {
  const { view, status, now, options, migration } = situation;
  const { surge, clone, siblings, targets } = view;
  if (surge.kind === 'never') return { phase: 'Refused', reason: surge.reason, message: surge.message };
  if (surge.kind === 'not-now') return { phase: 'Withdrawn', reason: surge.reason, message: surge.message };
  const rival = siblings.find(({ deletionCost, uid }) => deletionCost === LOWEST_DELETION_COST && uid !== clone?.uid);
  if (rival !== undefined)
    return {
      phase: 'Refused',
      reason: 'DeletionCostTaken',
      message: `Pod ${rival.name} has the lowest deletion cost already.`,
    };
  if (clone === undefined && targets.length === 0)
    return { phase: 'Withdrawn', reason: 'NoTarget', message: 'No node could take the pod and stay under its line.' };
  if (clone?.node !== undefined && view.loadOf(clone.node).verdict === 'hot')
    return {
      phase: 'Failed',
      reason: 'TargetIsHot',
      message: `Clone ${clone.name} got node ${clone.node}, which is hot now.`,
    };
  if (clone?.isReady === true || now < msOf(status.since) + options.readyWithinMs) return undefined;
  return { phase: 'Failed', reason: 'CloneNeverReady', message: neverReady(status, clone, migration.spec.podRef.name) };
}

function neverReady({ clone }: PodMigrationStatus, seen: CloneNow | undefined, pod: string): string {
  if (seen === undefined) return `Clone ${clone!.name} of pod ${pod} could not be created in time.`;
  const where = seen.node === undefined ? 'found no node' : `did not become ready on ${seen.node}`;
  return `Clone ${seen.name} of pod ${pod} ${where} in time.`;
}

/** Given up: what was done is undone first. */
export function givenUp(status: PodMigrationStatus, { phase, reason, message }: Stop): PodMigrationStatus {
  return { ...status, undoing: { towards: phase, reason, message } };
}

/** The ReplicaSet has one pod too many: it is waited for until the hot one goes. */
function adoptedStep(situation: Situation): Step {
  const { status, view, now, options } = situation;
  const { pod, clone } = view;
  const adoptedAt = status.adoptedAt ?? instantOf(now);
  const { undoing: _, ...kept } = status;
  const adopted: PodMigrationStatus = {
    ...kept,
    adoptedAt,
    replacement: clone === undefined ? status.replacement : { name: clone.name, uid: clone.uid },
  };
  if (pod === undefined || pod.goneBy !== undefined) return { status: told(adopted, now) };
  // a view that does not show the adoption yet does not show either who went for it
  if (clone?.isAdopted === false) {
    const message = `Clone ${clone.name} was handed over; that its workload took it is not seen yet.`;
    return { status: waiting(adopted, { reason: 'HandedOver', message }, now), againAt: now + options.retryAfterMs };
  }
  const seen = waiting(adopted, adoptedBecause(status.clone!.name, pod), now);
  const isOverAt = adoptionSeenAt(seen) + options.retiredWithinMs;
  if (now < isOverAt) return { status: seen, againAt: isOverAt };
  const rest = resting(situation);
  if (mustRestore(seen, pod)) {
    if (rest !== undefined) return { status: seen, againAt: rest };
    const verb = {
      kind: 'restoreDeletionCost',
      pod: podKeyOf(situation.migration),
      was: seen.deletionCostWas!,
    } as const;
    return { status: seen, verb, againAt: now + options.retryAfterMs };
  }
  const message = `The workload adopted the clone and removed another pod than ${pod.name}.`;
  return { status: entered(seen, 'Failed', { reason: 'AnotherWent', message }, now) };
}

const ADOPTED = 'Adopted';

const adoptedBecause = (clone: string, pod: PodNow): Because => ({
  reason: ADOPTED,
  message: `The workload adopted ${clone}; pod ${pod.name} is to go.`,
});

/** A status that tells of it was the first to be written after it was seen. */
function adoptionSeenAt({ history = [], adoptedAt }: PodMigrationStatus): number {
  return msOf(history.findLast(({ reason }) => reason === ADOPTED)?.at ?? adoptedAt!);
}

const mustRestore = ({ deletionCostWas }: PodMigrationStatus, { deletionCost }: PodNow): boolean =>
  deletionCostWas !== undefined && deletionCost === LOWEST_DELETION_COST && deletionCostWas !== LOWEST_DELETION_COST;

function told(status: PodMigrationStatus, now: number): PodMigrationStatus {
  const { clone: _, deletionCostWas: __, ...kept } = status;
  const because = { reason: 'Retired', message: 'The replacement is ready and the hot pod was told to go.' };
  return entered({ ...kept, toldToGoAt: instantOf(now) }, 'Settling', because, now);
}

function nextLook(situation: Situation): number {
  const { status, view, options, migration } = situation;
  const ready = view.clone?.isReady === true ? undefined : msOf(status.since) + options.readyWithinMs;
  return earlier(earlier(msOf(migration.spec.deadline), ready), resting(situation));
}
