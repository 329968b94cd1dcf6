import type { PodMigration } from '#api/pod-migration.ts';
import { gateForAll, mostPerHour } from '#decisions/rescheduling/guards/gate-of-ours.ts';
import { knownMoves } from '#decisions/rescheduling/guards/known-moves.ts';
import type { Wanted } from '#decisions/rescheduling/guards/in-turn.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import { isProposal } from '#decisions/rescheduling/migration/planned-for.ts';
import type { MigrationPlan } from '#decisions/rescheduling/plan/migration-plan.ts';
import type { Subject } from '#ports/journal.ts';
import type { Controller, Reconciled } from '../controller.ts';
import { mayBegin } from '../may-begin.ts';
import type { MigrationBook } from '../migrations/migration-book.ts';
import { MigrationLoop, migrationLoopDefaults } from '../migrations/migration-loop.ts';
import { lookBeforeStep } from './look-before-step.ts';
import { Planner } from './planner.ts';
import { type ProposeParts, proposeMoves } from './propose-moves.ts';
import type { RescheduleOptions } from './reschedule-options.ts';
import type { ReschedulePorts } from './reschedule-ports.ts';
import { Restraints } from './restraints.ts';
import { PlanTeller } from './tell-plan.ts';

/** How soon it is looked again for a first measurement. */
const UNMEASURED_MS = 1000;

/** How soon it is looked again whether migrations were told of: whoever runs them tells when they are. */
const UNHEARD_MS = 5000;

/**
 * What moves pods off nodes that are too hot:
 *
 *   each pass: see → foresee → plan → tell → write down what is wanted, as migrations
 *   between passes too: carry every migration on, as far as it goes now
 */
export class Rescheduler implements Controller {
  readonly name: string = 'rescheduler';
  readonly #ports: ReschedulePorts;
  readonly #options: () => RescheduleOptions;
  readonly #book: MigrationBook;
  readonly #planner: Planner;
  readonly #restraints: Restraints;
  readonly #teller: PlanTeller;
  #inForce: RescheduleOptions;
  #migrations: MigrationLoop;
  #nextPassAt: number = Number.NEGATIVE_INFINITY;
  #lastPassAt: number | undefined;

  /** `self`: whom Events about the rescheduler are attached to. */
  constructor(ports: ReschedulePorts, self: Subject, options: () => RescheduleOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#book = ports.store;
    this.#planner = new Planner(ports);
    this.#restraints = new Restraints(ports, self);
    this.#teller = new PlanTeller(ports.journal, self);
    this.#inForce = options();
    this.#migrations = this.#loop();
  }

  /** What the last pass wanted; nothing before the first. */
  get plan(): MigrationPlan | undefined {
    return this.#planner.plan;
  }

  /** Migrations, as they were last heard of. */
  get migrations(): readonly PodMigration[] {
    return this.#book.all;
  }

  /** What holds all moves back now, if anything does. */
  get gate(): MigrationView['gate'] {
    return this.#restraints.gate(this.#inForce);
  }

  /** Moves that may still begin within the hour, those by hand counted. */
  get leftInHour(): number {
    const { cluster, clock } = this.#ports;
    const pods = [...cluster.pods].length;
    const { lastHour } = knownMoves(
      this.#book.all.filter((each) => !isProposal(each)),
      clock.now(),
    );
    return Math.max(0, mostPerHour(this.#inForce.plan.budgets, pods) - lastHour);
  }

  async reconcile(signal: AbortSignal): Promise<Reconciled> {
    const { clock, cluster } = this.#ports;
    await cluster.whenInSync(signal);
    const startedAt = clock.now();
    this.#follow(startedAt);
    // without them nothing is remembered: who rests, what is under way
    if (!this.#book.heard.isComplete) return { againInMs: UNHEARD_MS, outcome: 'migrations not heard of yet' };
    if (startedAt >= this.#nextPassAt) await this.#pass(startedAt, signal);
    const { againInMs, outcome } = await this.#migrations.reconcile(signal);
    const untilPass = Math.max(0, this.#nextPassAt - startedAt);
    return { againInMs: Math.min(untilPass, againInMs + (clock.now() - startedAt)), outcome: this.#outcome(outcome) };
  }

  /** No pass begins any more: what was learnt is kept. */
  stop(): Promise<void> {
    return this.#planner.stop();
  }

  #outcome(carried: string): string {
    const { gate, plan } = this;
    const wanted = plan === undefined ? 'no plan yet' : `${plan.moves.length} wanted`;
    return `${wanted}, ${carried}${gate.kind === 'held' ? `, held: ${gate.reason}` : ''}`;
  }

  /** The options and the term in force from now on. */
  #follow(now: number): void {
    const options = this.#options();
    if (options !== this.#inForce) {
      this.#inForce = options;
      this.#migrations = this.#loop();
    }
    if (this.#restraints.follow(now, options))
      this.#nextPassAt = Math.min(this.#nextPassAt, this.#restraints.settledAt);
  }

  #loop(): MigrationLoop {
    const { journal, clock, hands, acting, observer } = this.#ports;
    const ended = (migration: PodMigration): void => observer.ended(migration);
    const look = async (migration: PodMigration): Promise<MigrationView> => this.#look(migration);
    const wanted = (): Wanted | undefined => this.#planner.wanted;
    const ports = { journal, clock, hands, acting, ended, look, wanted, store: this.#book };
    return new MigrationLoop(ports, { ...migrationLoopDefaults, steps: this.#inForce.steps });
  }

  /** Looks at everything and plans; what is wanted is written down, if it is ours to write. */
  async #pass(startedAt: number, signal: AbortSignal): Promise<void> {
    const { clock, load, observer, acting } = this.#ports;
    const { intervalMs, plan: options, breaker } = this.#inForce;
    this.#nextPassAt = startedAt + intervalMs;
    // where nothing is measured a plan would say nothing
    if (load().coverage().seen === 0) {
      this.#nextPassAt = startedAt + Math.min(intervalMs, UNMEASURED_MS);
      return;
    }
    const see = await this.#planner.see(this.#book.all, this.#inForce, startedAt, signal);
    const plan = this.#planner.decide(see, options);
    const term = acting();
    if (term !== undefined) {
      const sinceLastMs = startedAt - (this.#lastPassAt ?? startedAt);
      observer.planned(plan, { tookMs: clock.now() - startedAt, sinceLastMs });
      this.#teller.tell(plan);
      this.#teller.held(this.gate);
      const abort = AbortSignal.any([signal, term]);
      const act = (): AbortSignal => mayBegin(acting, abort);
      await this.#restraints.openBreaker(this.#book.all, breaker, act);
      if (this.#mayPropose()) await proposeMoves(plan, this.#proposeParts(act));
    }
    this.#lastPassAt = startedAt;
  }

  /** A window that is shut keeps nobody from proposing. */
  #mayPropose(): boolean {
    const { mode } = this.#inForce;
    const rules = this.#restraints.rules(this.#inForce);
    return gateForAll(mode === 'propose' ? { ...rules, windows: [] } : rules).kind === 'open';
  }

  #proposeParts(act: ProposeParts['act']): ProposeParts {
    const { clock } = this.#ports;
    return { book: this.#book, clock, act, deadlineMs: this.#inForce.deadlineMs };
  }

  #look(migration: PodMigration): MigrationView {
    return lookBeforeStep(migration, this.#ports, this.#inForce, {
      migrations: this.#book.all,
      wanted: this.#planner.wanted,
      rules: this.#restraints.rules(this.#inForce),
    });
  }
}
