import type { ControlSwitch } from '#api/control-switch.ts';
import type { PodMigration, WorkloadRef } from '#api/pod-migration.ts';
import type { CalendarWindow } from '#base/calendar.ts';
import { gateForAll, mostPerHour } from '#decisions/rescheduling/guards/gate-of-ours.ts';
import { knownMoves } from '#decisions/rescheduling/guards/known-moves.ts';
import type { MigrationPlan } from '#decisions/rescheduling/plan/migration-plan.ts';
import type { PlanBudgets } from '#decisions/rescheduling/plan-options.ts';
import type { LoadView } from '#load/load-view.ts';

/** What the rescheduler goes by beyond one pod or node. */
export interface HouseInput {
  readonly now: number;
  readonly migrations: readonly PodMigration[];
  readonly budgets: PlanBudgets;
  /** How many there are in the cluster. */
  readonly pods: number;
  readonly control: ControlSwitch | 'unread';
  readonly windows: readonly CalendarWindow[];
  /** What was seen and planned; why nothing was, where no source of load answered. */
  readonly seen: { readonly plan: MigrationPlan; readonly load: LoadView } | { readonly why: string };
}

/** A budget, and how much of it is spent. */
export interface SpentBudget {
  readonly of: string;
  readonly spent: number;
  readonly most: number;
}

/** Why nothing moves; null where moves are free. */
export type HeldBy = { readonly reason: string; readonly message: string } | null;

/** What holds every move back now. */
export function heldBy({ now, control, windows, seen }: HouseInput): HeldBy {
  const isSeen = 'plan' in seen;
  const coverage = isSeen ? seen.plan.coverage : { ready: 0, seen: 0, share: 1 };
  const neededCoverage = isSeen ? seen.plan.neededCoverage : 0;
  const gate = gateForAll({ now, control, windows, coverage, neededCoverage, settledAt: 0, unheard: [] });
  return gate.kind === 'held' ? { reason: gate.reason, message: gate.message } : null;
}

/** What is spent of the budgets that one node is counted by, and one workload. Proposals spend nothing. */
export function spentBudgets(
  { now, migrations, budgets, pods }: HouseInput,
  { node, workload }: { readonly node: string; readonly workload?: WorkloadRef },
): readonly SpentBudget[] {
  const begun = migrations.filter(({ status }) => status?.phase !== 'Proposed');
  const moves = knownMoves(begun, now);
  const ofWorkload =
    workload === undefined
      ? []
      : [
          {
            of: `${workload.kind} ${workload.name} in flight`,
            spent: moves.inFlightOfOwner(workload.uid),
            most: budgets.inFlightPerOwner,
          },
        ];
  return [
    { of: 'the cluster within the hour', spent: moves.lastHour, most: mostPerHour(budgets, pods) },
    ...ofWorkload,
    { of: `node ${node} in flight`, spent: moves.inFlightOfNode(node), most: budgets.inFlightPerNode },
  ];
}

/** Both as lines for people. */
export function houseLines(held: HeldBy, budgets: readonly SpentBudget[]): readonly string[] {
  return [
    `Moves spent: ${budgets.map(({ of, spent, most }) => `${spent} of ${most} for ${of}`).join(', ')}`,
    ...(held === null ? [] : [`Nothing moves now (${held.reason}): ${held.message}`]),
  ];
}
