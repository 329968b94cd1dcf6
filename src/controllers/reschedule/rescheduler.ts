import { isFinished, type PodMigration } from '#api/pod-migration.ts';
import { reasonToOpen } from '#decisions/rescheduling/circuit-breaker.ts';
import { gateFor, gateForAll, type HouseRules, mostPerHour } from '#decisions/rescheduling/gate-of-ours.ts';
import { knownMoves } from '#decisions/rescheduling/known-moves.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import { isProposal } from '#decisions/rescheduling/migration/planned-for.ts';
import { proposalOf } from '#decisions/rescheduling/migration/proposal.ts';
import type { SurgeSubject } from '#decisions/rescheduling/migration/surge-chance.ts';
import { instantOf } from '#decisions/rescheduling/migration/status-change.ts';
import { viewOfMigration } from '#decisions/rescheduling/migration/view-of-migration.ts';
import type { MigrationPlan } from '#decisions/rescheduling/migration-plan.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import type { PlanOptions } from '#decisions/rescheduling/plan-options.ts';
import { worthNow } from '#decisions/rescheduling/worth-now.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import { parseInstant } from '#load/instant.ts';
import type { LoadView } from '#load/load-view.ts';
import type { ControlBoard } from '#ports/control-board.ts';
import type { Journal, Subject } from '#ports/journal.ts';
import type { LoadSource } from '#ports/load-source.ts';
import type { RescheduleObserver } from '#ports/reschedule-observer.ts';
import type { Controller, Reconciled } from '../controller.ts';
import type { ClusterFollower } from '../follow-cluster.ts';
import type { MigrationEdges } from '../migrations/carry-on.ts';
import { MigrationLoop, migrationLoopDefaults } from '../migrations/migration-loop.ts';
import { tellProposed } from '../migrations/tell-migrations.ts';
import { Foreteller } from './foreteller.ts';
import { MigrationBook } from './migration-book.ts';
import type { RescheduleOptions } from './reschedule-options.ts';
import { PlanTeller } from './tell-plan.ts';

export interface ReschedulePorts extends MigrationEdges {
  readonly journal: Journal;
  readonly observer: RescheduleObserver;
  readonly control: ControlBoard;
  /** Who is in the cluster; somebody else runs it. */
  readonly cluster: ClusterFollower;
  /** What is measured; somebody else measures it, pods too. */
  readonly load: () => LoadView;
  /** Who remembers what pods used before we came. */
  readonly source: () => LoadSource;
  readonly surgeRight: () => SurgeSubject['right'];
  readonly requests: () => MigrationView['requests'];
  /** The term in which we act; nothing while we stand by, and plan all the same. */
  readonly acting: () => AbortSignal | undefined;
}

/** What kinds plans rest on most must have been heard of so lately: a watch is renewed twice in that time. */
const STALE_AFTER_MS = 180_000;

/** How soon it is looked again for a first measurement. */
const UNMEASURED_MS = 1000;

/** What moves pods off nodes that are too hot: plans, has what is wanted written down as migrations, and sees each to its end. */
export class Rescheduler implements Controller {
  readonly name: string = 'rescheduler';
  readonly #ports: ReschedulePorts;
  readonly #options: () => RescheduleOptions;
  readonly #book: MigrationBook;
  readonly #foreteller: Foreteller = new Foreteller();
  readonly #teller: PlanTeller;
  readonly #self: Subject;
  #inForce: RescheduleOptions;
  #migrations: MigrationLoop;
  #term: AbortSignal | undefined;
  #settledAt: number = Number.POSITIVE_INFINITY;
  #nextPassAt: number = Number.NEGATIVE_INFINITY;
  #lastPassAt: number | undefined;
  #plan: MigrationPlan | undefined;
  /** uids of the pods that were wanted moved when last enough was seen; undefined before that. */
  #wanted: ReadonlySet<string> | undefined;
  /** Passes that foretold heat, by node: up to the step of the forecast before this one, and with it. */
  #foretold: { readonly step: number; readonly before: Foretold; readonly latest: Foretold } = {
    step: Number.NEGATIVE_INFINITY,
    before: new Map(),
    latest: new Map(),
  };
  /** When the breaker was last seen to be closed by hand. */
  #breakerFreedAt: number = Number.NEGATIVE_INFINITY;
  #wasBreakerOpen: boolean = false;

  /** `self`: whom Events about the rescheduler are attached to. */
  constructor(ports: ReschedulePorts, self: Subject, options: () => RescheduleOptions) {
    this.#ports = ports;
    this.#self = self;
    this.#options = options;
    this.#book = new MigrationBook(ports.store);
    this.#teller = new PlanTeller(ports.journal, self);
    this.#inForce = options();
    this.#migrations = this.#loop();
  }

  /** What the last pass wanted; nothing before the first. */
  get plan(): MigrationPlan | undefined {
    return this.#plan;
  }

  /** Migrations, as they were last heard of. */
  get migrations(): readonly PodMigration[] {
    return this.#book.all;
  }

  /** What holds all moves back now, if anything does. */
  get gate(): MigrationView['gate'] {
    return gateForAll(this.#rules());
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
    if (startedAt >= this.#nextPassAt) await this.#pass(startedAt, signal);
    const { againInMs, outcome } = await this.#migrations.reconcile(signal);
    const untilPass = Math.max(0, this.#nextPassAt - startedAt);
    return { againInMs: Math.min(untilPass, againInMs + (clock.now() - startedAt)), outcome: this.#outcome(outcome) };
  }

  #outcome(carried: string): string {
    const { gate } = this;
    const wanted = this.#plan === undefined ? 'no plan yet' : `${this.#plan.moves.length} wanted`;
    return `${wanted}, ${carried}${gate.kind === 'held' ? `, held: ${gate.reason}` : ''}`;
  }

  /** The options and the term in force from now on. */
  #follow(now: number): void {
    const options = this.#options();
    if (options !== this.#inForce) {
      this.#inForce = options;
      this.#migrations = this.#loop();
    }
    const term = this.#ports.acting();
    if (term !== this.#term) {
      this.#term = term;
      this.#settledAt = term === undefined ? Number.POSITIVE_INFINITY : now + options.leaderWaitMs;
      this.#nextPassAt = Math.min(this.#nextPassAt, this.#settledAt);
    }
    const control = this.#ports.control.now();
    if (control === 'unread') return;
    const isOpen = control.breaker.kind === 'held';
    if (this.#wasBreakerOpen && !isOpen) this.#breakerFreedAt = now;
    this.#wasBreakerOpen = isOpen;
  }

  #loop(): MigrationLoop {
    const { journal, clock, hands, acting, observer } = this.#ports;
    const ended = (migration: PodMigration): void => observer.ended(migration);
    const look = async (migration: PodMigration): Promise<MigrationView> => this.#viewOf(migration);
    const ports = { journal, clock, hands, acting, ended, look, store: this.#book };
    return new MigrationLoop(ports, { ...migrationLoopDefaults, steps: this.#inForce.steps });
  }

  /** Looks at everything and plans; what is wanted is written down, if it is ours to write. */
  async #pass(startedAt: number, signal: AbortSignal): Promise<void> {
    const { clock, cluster, source, load, observer, acting } = this.#ports;
    const { intervalMs, lines, historyMs } = this.#inForce;
    const isMeasured = load().coverage().seen > 0;
    this.#nextPassAt = startedAt + (isMeasured ? intervalMs : Math.min(intervalMs, UNMEASURED_MS));
    if (!isMeasured) return; // a plan would say nothing
    await this.#book.list(signal);
    const recalled = await this.#foreteller.past(
      [...cluster.pods],
      { source: source(), lines, historyMs },
      startedAt,
      signal,
    );
    const see = this.#see(load(), recalled);
    if (!this.#foreteller.hasRecalled) {
      this.#nextPassAt = startedAt + Math.min(intervalMs, UNMEASURED_MS);
      return;
    }
    const plan = planMigrations(see, this.#planOptions());
    this.#remember(plan);
    const term = acting();
    if (term !== undefined) {
      const sinceLastMs = startedAt - (this.#lastPassAt ?? startedAt);
      observer.planned(plan, { tookMs: clock.now() - startedAt, sinceLastMs });
      this.#teller.tell(plan);
      this.#teller.held(this.gate);
      const abort = AbortSignal.any([signal, term]);
      await this.#openBreaker(abort);
      await this.#propose(plan, abort);
    }
    this.#lastPassAt = startedAt;
  }

  #see(load: LoadView, recalled: Parameters<Foreteller['look']>[1]): LoadedView {
    const { cluster } = this.#ports;
    const seen = { cluster: cluster.view, unread: cluster.unread, load, pods: [...cluster.pods] };
    const forecast = this.#foreteller.look(seen, recalled);
    const { before } = this.#stepOf(load.now);
    return { ...seen, forecast, migrations: this.#book.all, foretold: (name) => before.get(name) ?? 0 };
  }

  #planOptions(): PlanOptions {
    return { ...this.#inForce.plan, surgeRight: this.#ports.surgeRight() };
  }

  /** Forecasts change from step to step: passes in between are no evidence of their own. */
  #stepOf(now: number): { readonly step: number; readonly before: Foretold } {
    const step = Math.floor(now / forecastDefaults.stepMs);
    return { step, before: step === this.#foretold.step ? this.#foretold.before : this.#foretold.latest };
  }

  #remember(plan: MigrationPlan): void {
    this.#plan = plan;
    if (plan.sight === 'seeing') this.#wanted = new Set(plan.moves.map(({ pod }) => pod.uid));
    this.#foretold = { ...this.#stepOf(plan.now), latest: plan.foretold };
  }

  async #openBreaker(abort: AbortSignal): Promise<void> {
    const { clock, control, journal } = this.#ports;
    const standing = control.now();
    if (standing === 'unread' || standing.breaker.kind === 'held') return;
    const freedAt = parseInstant(standing.breaker.since ?? '') ?? Number.NEGATIVE_INFINITY;
    const now = clock.now();
    const countFrom = Math.max(freedAt, this.#breakerFreedAt);
    const reason = reasonToOpen(this.#book.all, { now, countFrom }, this.#inForce.breaker);
    if (reason === undefined) return;
    await control.openBreaker({ kind: 'held', since: instantOf(now), reason }, abort);
    const reasons = [`The circuit breaker is open: ${reason} Nothing moves until plimsoll resume closes it.`];
    journal.record({ kind: 'breaker-opened', subject: this.#self, reasons });
  }

  /** Writes down what is wanted and is not yet. A window that is shut keeps nobody from proposing. */
  async #propose({ moves, ...plan }: MigrationPlan, abort: AbortSignal): Promise<void> {
    const { clock, journal } = this.#ports;
    const { mode, deadlineMs } = this.#inForce;
    const rules = this.#rules();
    if (gateForAll(mode === 'propose' ? { ...rules, windows: [] } : rules).kind === 'held') return;
    const all = this.#book.all;
    const underWay = new Set(all.filter((each) => !isFinished(each)).map(({ spec }) => spec.podRef.uid));
    for (const move of moves.filter(({ pod }) => !underWay.has(pod.uid))) {
      const earlier = all.filter(({ spec }) => spec.podRef.uid === move.pod.uid).length;
      const options = { now: clock.now(), deadlineMs, mode: 'Auto' } as const;
      const { status, ...wish } = proposalOf(move, { moves, ...plan }, options, earlier);
      const created = await this.#book.create(wish, abort);
      if (created.kind !== 'written') continue; // somebody else proposed the same
      const written = await this.#book.writeStatus({ ...created.migration, status }, abort);
      if (written.kind === 'written') tellProposed(journal, written.migration);
    }
  }

  /** The very moment before a step: everything is looked at anew. */
  #viewOf(migration: PodMigration): MigrationView {
    const { cluster, surgeRight, requests } = this.#ports;
    const { plan: planBy, mode } = this.#inForce;
    const load = this.#ports.load();
    const { all } = this.#book;
    const pods = [...cluster.pods].length;
    const sight = {
      cluster: cluster.view,
      unread: cluster.unread,
      load,
      migrations: all,
      podsIn: (namespace: string) => cluster.podsIn(namespace),
      profile: planBy.profile,
      movability: planBy.movability,
      surgeRight: surgeRight(),
      requests: requests(),
    };
    return viewOfMigration(migration, sight, {
      worth: worthNow(migration, { load, wanted: this.#wanted }),
      gate: gateFor(migration, all, { rules: this.#rules(), budgets: planBy.budgets, pods }),
      approval: mode === 'act' ? 'granted' : 'awaited',
    });
  }

  #rules(): HouseRules {
    const { clock, control, load } = this.#ports;
    const { windows, plan } = this.#inForce;
    return {
      now: clock.now(),
      control: control.now(),
      windows,
      settledAt: this.#settledAt,
      coverage: load().coverage(),
      neededCoverage: plan.coverage,
      unheard: this.#unheard(),
    };
  }

  /** Kinds of which nothing was heard for too long. */
  #unheard(): readonly string[] {
    const { clock, cluster } = this.#ports;
    return cluster.standings
      .filter(({ kind }) => kind === 'Node' || kind === 'Pod')
      .filter(({ heardAt }) => heardAt === 'never' || clock.now() - heardAt > STALE_AFTER_MS)
      .map(({ kind }) => kind);
  }
}

type Foretold = ReadonlyMap<string, number>;
