import type { PodMigration } from '#api/pod-migration.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import type { Wanted } from '#decisions/rescheduling/guards/in-turn.ts';
import { worthOf } from '#decisions/rescheduling/plan/proposal.ts';
import type { MigrationPlan } from '#decisions/rescheduling/plan/migration-plan.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import { PastTeller } from '../past-teller.ts';
import { podSignals } from '../recall-pod-use.ts';
import { Foreteller } from './foreteller.ts';
import { KeptHistory } from './kept-history.ts';
import type { RescheduleOptions } from './reschedule-options.ts';
import type { ReschedulePorts } from './reschedule-ports.ts';

export type PlannerPorts = Pick<ReschedulePorts, 'cluster' | 'history' | 'journal' | 'load' | 'source' | 'surgeRight'>;

/** Sees, foresees and plans, and remembers of earlier plans what the next one asks for. */
export class Planner {
  readonly #ports: PlannerPorts;
  readonly #foreteller: Foreteller;
  readonly #pastTeller: PastTeller;
  #plan: MigrationPlan | undefined;
  #wanted: Wanted | undefined;
  /** Passes that foretold heat, by node: up to the step of the forecast before this one, and with it. */
  #foretold: { readonly step: number; readonly before: Foretold; readonly latest: Foretold } = {
    step: Number.NEGATIVE_INFINITY,
    before: new Map(),
    latest: new Map(),
  };

  constructor(ports: PlannerPorts) {
    this.#ports = ports;
    const { history: store, journal } = ports;
    this.#foreteller = new Foreteller(store && new KeptHistory({ store, name: 'rescheduler', journal }));
    this.#pastTeller = new PastTeller(ports.journal, withoutPast);
  }

  /** The last plan; nothing before the first. */
  get plan(): MigrationPlan | undefined {
    return this.#plan;
  }

  /** What was wanted when last enough was seen; undefined before that. */
  get wanted(): Wanted | undefined {
    return this.#wanted;
  }

  /** Everything as it is and as it is expected to be. */
  async see(
    migrations: readonly PodMigration[],
    { lines, historyMs }: Pick<RescheduleOptions, 'historyMs' | 'lines'>,
    now: number,
    signal: AbortSignal,
  ): Promise<LoadedView> {
    const { cluster, load, source } = this.#ports;
    const past = { source: source(), lines, historyMs };
    const recalled = await this.#foreteller.past([...cluster.pods], past, now, signal);
    if (recalled !== undefined) this.#pastTeller.tell(podSignals, recalled.unread);
    const seen = { cluster: cluster.view, unread: cluster.unread, load: load(), pods: [...cluster.pods] };
    const forecast = this.#foreteller.look(seen, recalled);
    const { before } = this.#stepOf(seen.load.now);
    return { ...seen, forecast, migrations, foretold: (name) => before.get(name) ?? 0 };
  }

  /** What would best be moved, now that this is seen. */
  decide(see: LoadedView, options: RescheduleOptions['plan']): MigrationPlan {
    const plan = planMigrations(see, { ...options, surgeRight: this.#ports.surgeRight() });
    this.#plan = plan;
    if (plan.sight === 'seeing') this.#wanted = new Map(plan.moves.map((move) => [move.pod.uid, worthOf(move)]));
    this.#foretold = { ...this.#stepOf(plan.now), latest: plan.foretold };
    return plan;
  }

  /** Nothing is planned any more: what was learnt of loads is kept. */
  stop(): Promise<void> {
    return this.#foreteller.stop();
  }

  /** Forecasts change from step to step: passes in between are no evidence of their own. */
  #stepOf(now: number): { readonly step: number; readonly before: Foretold } {
    const step = Math.floor(now / forecastDefaults.stepMs);
    return { step, before: step === this.#foretold.step ? this.#foretold.before : this.#foretold.latest };
  }
}

const withoutPast = (names: string): string =>
  `What pods are expected to use rests on what they ask for and on looks since the start, without the past of ${names}`;

type Foretold = ReadonlyMap<string, number>;
