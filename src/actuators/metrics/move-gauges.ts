import { Gauge, type Registry } from 'prom-client';
import { isFinished, type PodMigration } from '#api/pod-migration.ts';

/** How the rescheduler stands at the moment of a scrape. */
export interface MovesStanding {
  readonly migrations: readonly PodMigration[];
  /** Why nothing moves; undefined where moves are free. */
  readonly heldBy: string | undefined;
  readonly isBreakerOpen: boolean;
  /** Moves that may still begin within the hour. */
  readonly leftInHour: number;
}

/** Filled when somebody scrapes, from how things stand at that moment. */
export function moveGauges(registry: Registry, look: () => MovesStanding): void {
  registry.registerMetric(inFlight(look));
  registry.registerMetric(budgetLeft(look));
  registry.registerMetric(breaker(look));
  registry.registerMetric(held(look));
}

const inFlight = (look: () => MovesStanding): Gauge<'phase'> =>
  new Gauge({
    name: 'plimsoll_moves_in_flight',
    help: 'Migrations that have not ended, by phase.',
    labelNames: ['phase'],
    registers: [],
    collect() {
      this.reset();
      for (const migration of look().migrations) {
        if (!isFinished(migration)) this.inc({ phase: migration.status?.phase ?? 'Proposed' });
      }
    },
  });

const budgetLeft = (look: () => MovesStanding): Gauge =>
  new Gauge({
    name: 'plimsoll_move_budget_left',
    help: 'Moves that may still begin within the hour; moves by hand are counted.',
    registers: [],
    collect() {
      this.set(look().leftInHour);
    },
  });

const breaker = (look: () => MovesStanding): Gauge =>
  new Gauge({
    name: 'plimsoll_breaker_open',
    help: '1 while the circuit breaker holds all moves back, else 0.',
    registers: [],
    collect() {
      this.set(Number(look().isBreakerOpen));
    },
  });

const held = (look: () => MovesStanding): Gauge<'reason'> =>
  new Gauge({
    name: 'plimsoll_moves_held',
    help: '1 for the reason for which nothing moves now; no series where moves are free.',
    labelNames: ['reason'],
    registers: [],
    collect() {
      this.reset();
      const { heldBy } = look();
      if (heldBy !== undefined) this.set({ reason: heldBy }, 1);
    },
  });
