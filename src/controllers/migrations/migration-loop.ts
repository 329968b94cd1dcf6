import { isFinished, type PodMigration } from '#api/pod-migration.ts';
import { oncePer } from '#base/once-per.ts';
import type { Controller, Reconciled } from '#controllers/controller.ts';
import { EitherSignal } from '#controllers/either-signal.ts';
import { inTurn, type Wanted } from '#decisions/rescheduling/guards/in-turn.ts';
import type { MigrationOptions } from '#decisions/rescheduling/migration/migration-options.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import type { Journal } from '#ports/journal.ts';
import { mayBegin } from '../may-begin.ts';
import { carryOn, type MigrationEdges } from './carry-on.ts';
import { forgettable, type KeepingOptions, keepingDefaults } from './forgettable.ts';
import type { MigrationBook } from './migration-book.ts';
import { tellStep, tellSwept } from './tell-migrations.ts';

export interface MigrationLoopPorts extends Omit<MigrationEdges, 'store'> {
  readonly store: MigrationBook;
  readonly journal: Journal;
  /** A fresh look at all that a migration depends on. */
  readonly look: (migration: PodMigration, abort: AbortSignal) => Promise<MigrationView>;
  /** What the newest plan wants; nothing before there is one. */
  readonly wanted?: () => Wanted | undefined;
  /** The term in which we act; nothing while we stand by. */
  readonly acting: () => AbortSignal | undefined;
  /** Called once for each that ends in our hands. */
  readonly ended?: (migration: PodMigration) => void;
}

export interface MigrationLoopOptions {
  readonly steps: MigrationOptions;
  /** What nobody told us of is found after so long. */
  readonly periodMs: number;
  readonly keeping: KeepingOptions;
}

export const migrationLoopDefaults: Omit<MigrationLoopOptions, 'steps'> = { periodMs: 5000, keeping: keepingDefaults };

/** Whoever wrote in between: we are told what, and look again then; at the latest after so long. */
const OVERTAKEN_MS = 1000;

/** More steps than this at once are a circle: the next pass goes on. */
const MOST_STEPS = 20;

/** Sees every migration to its end, a step at a time; in each term first clears away what others left behind. */
export class MigrationLoop implements Controller {
  readonly name: string = 'migrations';
  readonly #ports: MigrationLoopPorts;
  readonly #options: MigrationLoopOptions;
  readonly #either: EitherSignal = new EitherSignal();
  #sweptIn: AbortSignal | undefined;

  constructor(ports: MigrationLoopPorts, options: MigrationLoopOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  async reconcile(signal: AbortSignal): Promise<Reconciled> {
    const { acting, clock, store, wanted = () => undefined } = this.#ports;
    const term = acting();
    const { periodMs, keeping } = this.#options;
    if (term === undefined) return { againInMs: periodMs, outcome: 'standing by' };
    const abort = this.#either.of(signal, term);
    if (this.#sweptIn !== term) await this.#sweep(term, abort);
    const underWay = inTurn(unfinishedIn(store.all), wanted());
    const nextLooks: number[] = [];
    const faults: unknown[] = [];
    for (const { metadata } of underWay) {
      // it may have changed while others were gone on with
      const migration = store.of(metadata.uid);
      if (migration === undefined || isFinished(migration)) continue;
      // one that cannot be looked at holds up no other
      try {
        nextLooks.push(await this.#advance(migration, abort));
      } catch (thrown) {
        faults.push(thrown);
      }
    }
    for (const migration of forgettable(store.all, clock.now(), keeping))
      await store.remove(migration, mayBegin(acting, abort));
    if (faults.length > 0) throw faults[0];
    const next = Math.min(...nextLooks, clock.now() + periodMs);
    return { againInMs: Math.max(0, next - clock.now()), outcome: `${underWay.length} under way` };
  }

  /** Once a term: whoever acted before may have died in the middle of something, of which we have not been told yet. */
  async #sweep(term: AbortSignal, abort: AbortSignal): Promise<void> {
    const { hands, journal, store } = this.#ports;
    const underWay = (await store.list(abort)).filter((migration) => !isFinished(migration));
    const swept = await hands.surger.sweep(new Set(underWay.map(({ metadata }) => metadata.uid)), abort);
    tellSwept(journal, swept);
    if (swept.left.length === 0) this.#sweptIn = term;
  }

  /** As far as it goes now; when to look again. */
  async #advance(migration: PodMigration, abort: AbortSignal): Promise<number> {
    const { clock, journal, look, ended, acting } = this.#ports;
    const act = (): AbortSignal => mayBegin(acting, abort);
    let current = migration;
    for (let step = 0; step < MOST_STEPS; step++) {
      const view = await look(current, abort);
      const carried = await carryOn(current, view, { edges: this.#ports, options: this.#options.steps, act });
      if (carried.kind === 'overtaken') return clock.now() + OVERTAKEN_MS;
      tellStep(journal, current, carried);
      if (isFinished(carried.migration)) ended?.(carried.migration);
      if (carried.again === 'never') return Infinity;
      if (carried.again !== 'at-once') return carried.again;
      current = carried.migration;
    }
    return clock.now();
  }
}

/** Found once for as long as none changes. */
const unfinishedIn = oncePer((all: readonly PodMigration[]) => all.filter((migration) => !isFinished(migration)));
