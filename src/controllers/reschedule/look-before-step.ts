import type { PodMigration } from '#api/pod-migration.ts';
import { gateFor, type HouseRules } from '#decisions/rescheduling/guards/gate-of-ours.ts';
import type { Wanted } from '#decisions/rescheduling/guards/in-turn.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import { viewOfMigration } from '#decisions/rescheduling/sight/view-of-migration.ts';
import { worthNow } from '#decisions/rescheduling/sight/worth-now.ts';
import type { RescheduleOptions } from './reschedule-options.ts';
import type { ReschedulePorts } from './reschedule-ports.ts';

/** What a migration is weighed beside. */
export interface Beside {
  /** All there are, itself among them. */
  readonly migrations: readonly PodMigration[];
  /** By the newest plan; undefined before there is one. */
  readonly wanted: Wanted | undefined;
  readonly rules: HouseRules;
}

/** The very moment before a step: everything is looked at anew. */
export function lookBeforeStep(
  migration: PodMigration,
  ports: Pick<ReschedulePorts, 'cluster' | 'load' | 'requests' | 'surgeRight'>,
  { mode, plan }: Pick<RescheduleOptions, 'mode' | 'plan'>,
  { migrations, wanted, rules }: Beside,
): MigrationView {
  const { cluster, surgeRight, requests } = ports;
  const load = ports.load();
  const sight = {
    cluster: cluster.view,
    unread: cluster.unread,
    load,
    migrations,
    podsIn: (namespace: string) => cluster.podsIn(namespace),
    profile: plan.profile,
    movability: plan.movability,
    inFlightPerNode: plan.budgets.inFlightPerNode,
    surgeRight: surgeRight(),
    requests: requests(),
  };
  const pods = [...cluster.pods].length;
  return viewOfMigration(migration, sight, {
    worth: worthNow(migration, { load, wanted, migrations }),
    gate: gateFor(migration, migrations, { rules, budgets: plan.budgets, pods }),
    approval: mode === 'act' ? 'granted' : 'awaited',
  });
}
