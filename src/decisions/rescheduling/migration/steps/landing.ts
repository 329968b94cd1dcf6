import type { LoadsOfBoth, PodMigrationStatus } from '#api/pod-migration.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { PodNow } from '#decisions/rescheduling/migration/migration-view.ts';
import {
  type Because,
  conditionOf,
  conditionSince,
  waiting,
  withCondition,
} from '#decisions/rescheduling/migration/status-change.ts';
import { ending, type Situation, type Step } from './step.ts';

/** Where the replacement came to be, and once it has settled, whether that helped. */
export function judgeLanding(situation: Situation, replacement: PodNow): Step {
  const { status, now, options, view } = situation;
  const { name, node } = replacement;
  if (node === undefined) {
    return untilLater(situation, 'Pending', `Replacement ${name} found no node yet.`, options.landedWithinMs);
  }
  const landed: Situation = { ...situation, status: { ...status, landedNode: node } };
  if (node === status.sourceNode)
    return ending(landed, 'Failed', { reason: 'CameBack', message: `Replacement ${name} came back to ${node}.` });
  if (view.loadOf(node).verdict === 'hot' && !hasLanded(landed.status))
    return ending(landed, 'Failed', {
      reason: 'TargetIsHot',
      message: `Replacement ${name} landed on ${node}, which is hot now.`,
    });
  if (!replacement.isReady && !hasLanded(landed.status)) {
    return untilLater(landed, 'NotReady', `Replacement ${name} is not ready on ${node} yet.`, options.readyWithinMs);
  }
  return settle(
    { ...landed, status: withLanded(landed.status, `Replacement ${name} is ready on ${node}.`, now) },
    node,
  );
}

/** Waits for what is not yet, as long as is usual; then it is a failure of that name. */
function untilLater(situation: Situation, reason: string, message: string, withinMs: number): Step {
  const { now } = situation;
  const condition = { type: 'Landed', status: 'False', reason, message } as const;
  const before = conditionOf(situation.status, 'Landed');
  const status =
    before?.reason === reason ? situation.status : withCondition(withoutLanded(situation.status), condition, now);
  const patience = conditionSince(status, 'Landed')! + withinMs;
  if (now >= patience) return ending({ ...situation, status }, 'Failed', { reason, message });
  return { status: waiting(status, { reason, message }, now), againAt: patience };
}

/** Each thing that is waited for has its own time. */
function withoutLanded(status: PodMigrationStatus): PodMigrationStatus {
  return { ...status, conditions: (status.conditions ?? []).filter(({ type }) => type !== 'Landed') };
}

const hasLanded = (status: PodMigrationStatus): boolean => conditionOf(status, 'Landed')?.status === 'True';

function withLanded(status: PodMigrationStatus, message: string, now: number): PodMigrationStatus {
  return hasLanded(status)
    ? status
    : withCondition(status, { type: 'Landed', status: 'True', reason: 'Ready', message }, now);
}

function settle(situation: Situation, node: string): Step {
  const { status, now, options, view } = situation;
  const { sourceNode } = status;
  const restedSince = Math.max(conditionSince(status, 'Landed')!, conditionSince(status, 'Gone') ?? 0);
  const measuredFrom = restedSince + options.settleMs;
  if (now < measuredFrom) {
    const because = {
      reason: 'Settling',
      message: `The pod runs on ${node}; what it does to both nodes is measured later.`,
    };
    return { status: waiting(status, because, now), againAt: measuredFrom };
  }
  const [source, target] = [view.loadOf(sourceNode ?? ''), view.loadOf(node)];
  const patience = measuredFrom + options.measuredWithinMs;
  const isUnknown = source.verdict === 'unknown' || target.verdict === 'unknown';
  if (isUnknown && now < patience) {
    const message = `The load of ${sourceNode ?? 'the source'} or ${node} is unknown for now.`;
    return { status: waiting(status, { reason: 'Measuring', message }, now), againAt: patience };
  }
  const measured: LoadsOfBoth = { source: source.ratios, target: target.ratios };
  const helped = helpOf({ source: source.verdict, target: target.verdict }, { ...status, measured }, options.tolerance);
  // what is measured lags behind by its window, and a verdict by its samples
  if (helped.reason === 'DidNotHelp' && now < patience) {
    const message = `${sourceNode ?? 'The source'} is measured to be hot still: that may lag behind the move.`;
    return { status: waiting(status, { reason: 'Lagging', message }, now), againAt: patience };
  }
  const { cooled, ...because } = helped;
  const condition = { type: 'Cooled', status: cooled, ...because } as const;
  const judged = { ...situation, status: withCondition({ ...status, measured }, condition, now) };
  return ending(judged, cooled === 'False' ? 'Failed' : 'Succeeded', because);
}

type Verdict = 'hot' | 'cool' | 'unknown';
type Help = Because & { readonly cooled: 'True' | 'False' | 'Unknown' };

function helpOf(
  { source, target }: { readonly source: Verdict; readonly target: Verdict },
  { sourceNode = 'the source', landedNode = 'the target', before, predicted, measured }: PodMigrationStatus,
  tolerance: number,
): Help {
  if (target === 'hot')
    return { cooled: 'False', reason: 'TargetBecameHot', message: `${landedNode} became hot with the pod on it.` };
  if (source === 'cool')
    return {
      cooled: 'True',
      reason: 'Cooled',
      message: `${sourceNode} is cool again.${compared(predicted?.source, measured?.source)}`,
    };
  if (source === 'unknown')
    return {
      cooled: 'Unknown',
      reason: 'NotMeasured',
      message: `The pod runs on ${landedNode}; the load of ${sourceNode} is unknown.`,
    };
  if (isFull(measured?.source, tolerance) && !tellsOfWaiting(predicted?.source))
    return {
      cooled: 'Unknown',
      reason: 'FullStill',
      message: `${sourceNode} is full still: how much more is asked of it than it has is not measured.`,
    };
  const loads = { before: before?.source, predicted: predicted?.source, measured: measured?.source };
  const numbers = compared(predicted?.source, measured?.source);
  if (asPredicted(loads, tolerance))
    return {
      cooled: 'True',
      reason: 'AsPredicted',
      message: `${sourceNode} is still hot, and cooled as predicted.${numbers}`,
    };
  if (hasEased(loads, tolerance))
    return {
      cooled: 'True',
      reason: 'Eased',
      message: `${sourceNode} is still hot, and bears less than before, not as little as predicted.${numbers}`,
    };
  return { cooled: 'False', reason: 'DidNotHelp', message: `${sourceNode} is as hot as before.${numbers}` };
}

/** Of the source, by signal. */
interface Loads {
  readonly before: StringMap | undefined;
  readonly predicted: StringMap | undefined;
  readonly measured: StringMap | undefined;
}

/** Whether all its cores are busy: it is as busy after a pod has left as before, while others wait for them. */
function isFull(measured: StringMap = {}, tolerance: number): boolean {
  return Object.hasOwn(measured, 'cpu') && Number(measured['cpu']) >= 1 - tolerance;
}

/** A move for load foretells it: how much more is asked of the cores than they have, is measured then. */
const tellsOfWaiting = (predicted: StringMap = {}): boolean => Object.hasOwn(predicted, 'load');

/** What a move is judged by. Where tasks waited for cores, those stay busy when some have left: that is no fault of the move. */
function judgedBy(predicted: StringMap, measured: StringMap): readonly string[] {
  const isByLoad = tellsOfWaiting(predicted) && Object.hasOwn(measured, 'load');
  return Object.keys(predicted).filter((signal) => Object.hasOwn(measured, signal) && !(isByLoad && signal === 'cpu'));
}

/** Whether every signal that was predicted came to be so, or better. */
function asPredicted({ predicted = {}, measured = {} }: Loads, tolerance: number): boolean {
  const signals = judgedBy(predicted, measured);
  return (
    signals.length > 0 && signals.every((signal) => Number(measured[signal]) <= Number(predicted[signal]) + tolerance)
  );
}

/**
 * Whether every signal that was predicted fell by half of what was predicted at least: the other pods of a node do not stand
 * still. Where all cores were busy before, more was asked of them than was measured: that they are not any more is enough.
 */
function hasEased({ before = {}, predicted = {}, measured = {} }: Loads, tolerance: number): boolean {
  const wasFull = isFull(before, tolerance);
  const signals = judgedBy(predicted, measured);
  return (
    signals.length > 0 &&
    signals.every((signal) => {
      if (!Object.hasOwn(before, signal)) return false;
      const [was, expected] = [Number(before[signal]), Number(predicted[signal])];
      const most = signal === 'cpu' && wasFull ? 1 - tolerance : (was + expected) / 2;
      return Number(measured[signal]) <= Math.max(most, expected + tolerance);
    })
  );
}

/** Predicted against measured, signal by signal. */
function compared(predicted: StringMap = {}, measured: StringMap = {}): string {
  const words = Object.keys(measured)
    .toSorted()
    .map((signal) => {
      const was = Object.hasOwn(predicted, signal) ? ` (predicted ${predicted[signal]!})` : '';
      return `${signal} ${measured[signal]!}${was}`;
    });
  return words.length === 0 ? '' : ` Measured: ${words.join(', ')}.`;
}
