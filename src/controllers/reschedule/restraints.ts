import type { PodMigration } from '#api/pod-migration.ts';
import { reasonToOpen } from '#decisions/rescheduling/guards/circuit-breaker.ts';
import { gateForAll, type HouseRules } from '#decisions/rescheduling/guards/gate-of-ours.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import { instantOf } from '#decisions/rescheduling/migration/status-change.ts';
import { parseInstant } from '#load/instant.ts';
import type { Subject } from '#ports/journal.ts';
import type { RescheduleOptions } from './reschedule-options.ts';
import type { ReschedulePorts } from './reschedule-ports.ts';

type RestraintPorts = Pick<ReschedulePorts, 'acting' | 'clock' | 'cluster' | 'control' | 'journal' | 'load' | 'store'>;

/** What kinds plans rest on most must have been heard of so lately: a watch is renewed twice in that time. */
const STALE_AFTER_MS = 180_000;

/** What holds all moves back: who leads since when, the kill switch, the breaker, windows, and how well we see. */
export class Restraints {
  readonly #ports: RestraintPorts;
  readonly #self: Subject;
  #term: AbortSignal | undefined;
  #settledAt: number = Number.POSITIVE_INFINITY;
  /** When the breaker was last seen to be closed by hand. */
  #breakerFreedAt: number = Number.NEGATIVE_INFINITY;
  #wasBreakerOpen: boolean = false;

  /** `self`: whom Events about the breaker are attached to. */
  constructor(ports: RestraintPorts, self: Subject) {
    this.#ports = ports;
    this.#self = self;
  }

  /** From when on a new leader acts; infinite for who does not lead. */
  get settledAt(): number {
    return this.#settledAt;
  }

  /** Takes notice of who leads now, and of a breaker that was closed. Gives whether a term of ours began or ended. */
  follow(now: number, { leaderWaitMs }: Pick<RescheduleOptions, 'leaderWaitMs'>): boolean {
    const term = this.#ports.acting();
    const isAnother = term !== this.#term;
    if (isAnother) {
      this.#term = term;
      this.#settledAt = term === undefined ? Number.POSITIVE_INFINITY : now + leaderWaitMs;
    }
    const control = this.#ports.control.now();
    if (control !== 'unread') {
      const isOpen = control.breaker.kind === 'held';
      if (this.#wasBreakerOpen && !isOpen) this.#breakerFreedAt = now;
      this.#wasBreakerOpen = isOpen;
    }
    return isAnother;
  }

  rules({ windows, plan }: Pick<RescheduleOptions, 'plan' | 'windows'>): HouseRules {
    const { clock, control, load } = this.#ports;
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

  gate(options: Pick<RescheduleOptions, 'plan' | 'windows'>): MigrationView['gate'] {
    return gateForAll(this.rules(options));
  }

  /** Opens the breaker where too many of these failed lately, and tells so. `act` is asked right before. */
  async openBreaker(
    migrations: readonly PodMigration[],
    options: RescheduleOptions['breaker'],
    act: () => AbortSignal,
  ): Promise<void> {
    const { clock, control, journal } = this.#ports;
    const standing = control.now();
    if (standing === 'unread' || standing.breaker.kind === 'held') return;
    const freedAt = parseInstant(standing.breaker.since ?? '') ?? Number.NEGATIVE_INFINITY;
    const now = clock.now();
    const countFrom = Math.max(freedAt, this.#breakerFreedAt);
    const reason = reasonToOpen(migrations, { now, countFrom }, options);
    if (reason === undefined) return;
    await control.openBreaker({ kind: 'held', since: instantOf(now), reason }, act());
    const reasons = [`The circuit breaker is open: ${reason} Nothing moves until plimsoll resume closes it.`];
    journal.record({ kind: 'breaker-opened', subject: this.#self, reasons });
  }

  /** Kinds of which nothing was heard for too long. */
  #unheard(): readonly string[] {
    const { clock, cluster, store } = this.#ports;
    const watched = cluster.standings.filter(({ kind }) => kind === 'Node' || kind === 'Pod');
    return [...watched, { kind: 'PodMigration', heardAt: store.heard.heardAt }]
      .filter(({ heardAt }) => heardAt === 'never' || clock.now() - heardAt > STALE_AFTER_MS)
      .map(({ kind }) => kind);
  }
}
