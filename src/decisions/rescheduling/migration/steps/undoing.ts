import type { PodMigrationStatus } from '#api/pod-migration.ts';
import { eveOf } from './eve.ts';
import { entered } from '#decisions/rescheduling/migration/status-change.ts';
import { cloneKeyOf, podKeyOf, resting, type Situation, type Step } from './step.ts';

/**
 * Takes back what a surge has done: the deletion cost first, so that the hot pod is as it was while the clone goes. Each
 * is done at least once after the decision, whatever the view shows: a view may lag behind our own doing.
 */
export function undoingStep(situation: Situation): Step {
  const { status, now, options, migration } = situation;
  const { undoing, clone, deletionCostWas } = status;
  const rest = resting(situation);
  if (rest !== undefined) return { status, againAt: rest };
  const againAt = now + options.retryAfterMs;
  if (deletionCostWas !== undefined) {
    const pod = podKeyOf(migration);
    return { status, verb: { kind: 'restoreDeletionCost', pod, was: deletionCostWas }, againAt };
  }
  if (clone !== undefined) {
    return { status, verb: { kind: 'removeClone', clone: cloneKeyOf(migration, clone.name) }, againAt };
  }
  const { undoing: _, ...kept } = status;
  const fallback = insteadOf(situation);
  return { status: fallback ?? entered(kept, undoing!.towards, undoing!, now) };
}

/** In mode Auto a pod that cannot be started in advance is evicted, where that costs no outage. */
function insteadOf({ status, migration, view, now }: Situation): PodMigrationStatus | undefined {
  const { undoing: _, headedFor: __, ...kept } = status;
  const { reason, message } = status.undoing!;
  const canBeEvicted = view.movability.kind === 'movable' && view.movability.eviction.kind === 'evictable';
  const isAboutSurge = surgeTroubles.has(reason);
  if (migration.spec.mode !== 'Auto' || !isAboutSurge || !canBeEvicted || view.pod === undefined) return undefined;
  const because = { reason: 'FellBack', message: `It is evicted instead, since: ${message}` };
  return entered({ ...kept, eve: eveOf(view.siblings) }, 'Evicting', because, now);
}

/** What is no reason against moving the pod, only against this way. */
const surgeTroubles: ReadonlySet<string> = new Set([
  'AdoptedByAnother',
  'CloneNeverReady',
  'CloneRefused',
  'DeletionCostTaken',
  'NoRight',
  'NotReplicaSet',
  'VolumeHeld',
]);
