import { newestDialect } from '#api/dialect.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { ClusterFollower } from '#controllers/follow-cluster.ts';
import { MigrationBook } from '#controllers/migrations/migration-book.ts';
import type { ReschedulePorts } from '#controllers/reschedule/reschedule-ports.ts';
import { Rescheduler } from '#controllers/reschedule/rescheduler.ts';
import type { RescheduleOptions } from '#controllers/reschedule/reschedule-options.ts';
import { breakerDefaults } from '#decisions/rescheduling/guards/circuit-breaker.ts';
import { migrationDefaults } from '#decisions/rescheduling/migration/migration-options.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import type { RescheduleObserver } from '#ports/reschedule-observer.ts';
import { HISTORY_MS, installedLines } from './as-installed.ts';
import type { Mover, MoverParts } from './mover.ts';

const MINUTE = 60_000;

/** As it is installed, but that it acts; and that it plans once a step of the forecast, in between which little is new. */
const options: RescheduleOptions = {
  mode: 'act',
  plan: { ...planDefaults, profile: defaultProfile(newestDialect) },
  intervalMs: forecastDefaults.stepMs,
  deadlineMs: 30 * MINUTE,
  windows: [],
  leaderWaitMs: 30_000,
  breaker: breakerDefaults,
  steps: migrationDefaults,
  lines: installedLines,
  historyMs: HISTORY_MS,
};

const uncounted: RescheduleObserver = { planned: () => undefined, ended: () => undefined };

/** The product's rescheduler, whole: plans, PodMigrations and their steps, with every guard, and the right to start pods. */
export const ourRescheduler: Mover = { name: 'plimsoll', wantsPods: true, loops: (parts) => [begun(parts)] };

function begun({ world, source, seen, journal, self, acting, ending }: MoverParts): Rescheduler {
  const cluster = new ClusterFollower(world.cluster(), new ClusterStore(newestDialect));
  void cluster.run(ending);
  const store = new MigrationBook({ source: world.migrationSource(), store: world.migrations() });
  void store.run(() => undefined, ending); // nobody else writes any
  const ports: ReschedulePorts = {
    clock: world.core.clock,
    store,
    hands: world.hands(),
    journal,
    observer: uncounted,
    control: world.control(),
    cluster,
    load: seen,
    source: () => source,
    surgeRight: () => 'held',
    requests: () => 'not-answered',
    acting,
  };
  return new Rescheduler(ports, self, () => options);
}
