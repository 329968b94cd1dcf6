import { type ControlSwitch, type Hold } from '#api/control-switch.ts';
import { isFinished, type PodMigration } from '#api/pod-migration.ts';
import { instantText } from '#load/instant.ts';
import type { Coverage } from '#load/verdict.ts';
import { knownMoves } from './known-moves.ts';
import { type CalendarWindow, calendarOf } from '#base/calendar.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import type { PlanBudgets } from '#decisions/rescheduling/plan-options.ts';

/** What holds every move back, or none. */
export interface HouseRules {
  readonly now: number;
  /** `unread`: whether somebody stopped us is not known, which stops us. */
  readonly control: ControlSwitch | 'unread';
  readonly windows: readonly CalendarWindow[];
  /** Whoever leads waits until then, for what its predecessor began shows by then; infinite for who does not lead. */
  readonly settledAt: number;
  readonly coverage: Coverage;
  readonly neededCoverage: number;
  /** Kinds of objects of which nothing was heard for too long. */
  readonly unheard: readonly string[];
}

type Gate = MigrationView['gate'];

/** Whether anything may be begun now. */
export function gateForAll(rules: HouseRules): Gate {
  const { now, control, windows, settledAt, coverage, neededCoverage, unheard } = rules;
  if (control === 'unread') return held('ControlUnread', 'Whether moves are paused cannot be read: none is begun.');
  if (control.pause.kind === 'held')
    return held('Paused', `Moves are paused${told(control.pause)}; plimsoll resume frees them.`);
  if (control.breaker.kind === 'held')
    return held('BreakerOpen', `The circuit breaker is open${told(control.breaker)}; plimsoll resume closes it.`);
  if (!calendarOf(windows).isOpen(now))
    return held('OutsideWindows', 'Moves are allowed in calendar windows alone, and none is open.');
  if (coverage.share < neededCoverage)
    return held(
      'Blind',
      `The load of ${coverage.seen} of ${coverage.ready} ready nodes is known: nothing moves below ${percent(neededCoverage)}.`,
    );
  if (unheard.length > 0)
    return held('Stale', `Nothing was heard of ${unheard.join(', ')} for too long: what is known of them may be old.`);
  if (settledAt === Number.POSITIVE_INFINITY) return held('StandingBy', 'Another replica leads, or none does yet.');
  if (now < settledAt) return held('NewLeader', `Whoever leads anew acts from ${instantText(settledAt)} on.`);
  return { kind: 'open' };
}

/** Whether one migration may begin besides all others; what has begun is not held back by its own weight. */
export function gateFor(
  migration: PodMigration,
  all: readonly PodMigration[],
  { rules, budgets, pods }: { readonly rules: HouseRules; readonly budgets: PlanBudgets; readonly pods: number },
): Gate {
  const gate = gateForAll(rules);
  if (gate.kind === 'held' || hasBegun(migration)) return gate;
  const others = all.filter(({ metadata }) => metadata.uid !== migration.metadata.uid);
  const moves = knownMoves(
    others.filter((other) => isFinished(other) || hasBegun(other)),
    rules.now,
  );
  const { status, spec } = migration;
  const owner = status?.workload;
  if (owner !== undefined && moves.inFlightOfOwner(owner.uid) >= budgets.inFlightPerOwner)
    return held('OwnerBusy', `Another pod of ${owner.kind} ${owner.name} is being moved.`);
  const nodes = [status?.sourceNode, spec.targetNode].filter((node) => node !== undefined);
  const busy = nodes.find((node) => moves.inFlightOfNode(node) >= budgets.inFlightPerNode);
  if (busy !== undefined) return held('NodeBusy', `As many moves touch node ${busy} as may at once.`);
  const perHour = mostPerHour(budgets, pods);
  if (moves.lastHour >= perHour)
    return held('HourSpent', `${moves.lastHour} pods were moved within the hour, of ${perHour} that may be.`);
  return gate;
}

/** How many moves an hour has, of so many pods. */
export function mostPerHour({ perHour, perHourShare }: PlanBudgets, pods: number): number {
  return Math.max(perHour, Math.floor(perHourShare * pods));
}

const begun: ReadonlySet<string> = new Set(['Surging', 'Evicting', 'Requested', 'Settling']);

/** Whether something may have been done to the pod already. */
export const hasBegun = ({ status }: PodMigration): boolean => status !== undefined && begun.has(status.phase);

function held(reason: string, message: string): Gate {
  return { kind: 'held', reason, message };
}

function told(hold: Hold): string {
  if (hold.kind !== 'held') return '';
  return `${hold.since === undefined ? '' : ` since ${hold.since}`}${hold.reason === undefined ? '' : `: ${hold.reason}`}`;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
