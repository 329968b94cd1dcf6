import { judgeLanding } from './landing.ts';
import { isFinished } from '#api/pod-migration.ts';
import type { PodNow } from '#decisions/rescheduling/migration/migration-view.ts';
import { newcomer } from './eve.ts';
import {
  conditionOf,
  conditionSince,
  msOf,
  waiting,
  withCondition,
} from '#decisions/rescheduling/migration/status-change.ts';
import { ending, resting, type Situation, type Step } from './step.ts';

/** The pod was told to go. Nothing is done to it any more: it is seen off, and what comes instead is looked at. */
export function settlingStep(situation: Situation): Step {
  const { pod } = situation.view;
  const gone = pod === undefined ? withGone(situation) : situation;
  const replacement = replacementIn(gone);
  const named = replacement === undefined ? gone : withReplacement(gone, replacement);
  const marking = replacement === undefined ? undefined : markingStep(named, replacement);
  if (marking !== undefined) return marking;
  if (pod !== undefined) return seeingOff(named, pod);
  if (replacement !== undefined) return unlessUnmarked(untilRested(judgeLanding(named, replacement), named), named);
  return named.status.replacement === undefined ? withoutReplacement(named) : lostAgain(named);
}

function lostAgain(situation: Situation): Step {
  const { name } = situation.status.replacement!;
  const message = `Replacement ${name} is gone before it settled.`;
  return ending(situation, 'Failed', { reason: 'ReplacementGone', message });
}

function withGone(situation: Situation): Situation {
  const { status, now, migration } = situation;
  const message = `Pod ${migration.spec.podRef.name} is gone.`;
  const condition = { type: 'Gone', status: 'True', reason: 'Gone', message } as const;
  return {
    ...situation,
    status: conditionOf(status, 'Gone') === undefined ? withCondition(status, condition, now) : status,
  };
}

function replacementIn({ status, view }: Situation): PodNow | undefined {
  const known = status.replacement;
  if (known !== undefined) return view.siblings.find(({ uid }) => uid === known.uid);
  return status.eve === undefined ? undefined : newcomer(view.siblings, status.eve);
}

/** On its way out, as long as its grace period lets it; a node that is lost never ends it. */
function seeingOff(situation: Situation, pod: PodNow): Step {
  const { status, now, options } = situation;
  const patience = (pod.goneBy ?? msOf(status.toldToGoAt!)) + options.stuckAfterMs;
  if (now < patience) {
    const because = { reason: 'Leaving', message: `Pod ${pod.name} is on its way out.` };
    return { status: waiting(status, because, now), againAt: patience };
  }
  const message =
    pod.goneBy === undefined
      ? `Pod ${pod.name} was told to go and did not.`
      : `Pod ${pod.name} is stuck on its way out of ${pod.node ?? 'its node'}.`;
  return ending(situation, 'Failed', { reason: 'Stuck', message });
}

function withoutReplacement(situation: Situation): Step {
  const { status, view, now, options } = situation;
  if (view.workload === undefined)
    return ending(situation, 'Succeeded', {
      reason: 'WorkloadGone',
      message: 'The pod is gone, and so is its workload.',
    });
  const patience = conditionSince(status, 'Gone')! + options.landedWithinMs;
  if (now < patience) {
    const because = { reason: 'ReplacementAwaited', message: 'The pod is gone; no replacement is to be seen yet.' };
    return { status: waiting(status, because, now), againAt: patience };
  }
  const { desired } = view.workload;
  const living = view.siblings.filter(({ goneBy }) => goneBy === undefined).length;
  if (desired !== undefined && living >= desired)
    return ending(situation, 'Succeeded', {
      reason: 'ScaledIn',
      message: `The workload wants no more than its ${living} other pods.`,
    });
  return ending(situation, 'Failed', {
    reason: 'NoReplacement',
    message: 'The pod is gone, and no replacement came in time.',
  });
}

function withReplacement(situation: Situation, { name, uid }: PodNow): Situation {
  return { ...situation, status: { ...situation.status, replacement: { name, uid } } };
}

/** The replacement is told where it comes from, once. */
function markingStep(situation: Situation, { namespace, name, uid }: PodNow): Step | undefined {
  const { status, now, options } = situation;
  if (conditionOf(status, 'Marked') !== undefined || resting(situation) !== undefined) return undefined;
  const marks = { originalNode: status.sourceNode ?? '', attempt: (status.attempts ?? 0) + 1 };
  return { status, verb: { kind: 'mark', pod: { namespace, name, uid }, marks }, againAt: now + options.retryAfterMs };
}

/** A move does not end before its replacement is marked, as long as that may still come off: a clone would be marked as one for ever. */
function unlessUnmarked(step: Step, situation: Situation): Step {
  const { status, now, options } = situation;
  const rest = resting(situation);
  const patience = msOf(status.since) + options.markedWithinMs;
  const isOutstanding = conditionOf(status, 'Marked') === undefined && rest !== undefined && now < patience;
  return isOutstanding && isFinished(step) ? { status, againAt: rest } : step;
}

/** A mark that could not be made is tried again in between. */
function untilRested(step: Step, situation: Situation): Step {
  const rest = resting(situation);
  return rest === undefined || step.againAt === undefined ? step : { ...step, againAt: Math.min(step.againAt, rest) };
}
