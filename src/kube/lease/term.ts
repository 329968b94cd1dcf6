import { kubeFault } from '#kube/faults.ts';
import { type LeaseClock, rest } from './clock.ts';

/** What the work of a leader gets. */
export interface Leadership {
  /** Aborted when leading is over; hand it to every request. Its timer is late after a stall: see `held`. */
  readonly signal: AbortSignal;
  /**
   * Whether we may act now. Ask right before beginning a write, and begin it in the same turn of the event loop: after a
   * stall, a SIGCONT or a suspended machine this knows before any timer has fired. Takes microseconds.
   */
  held(): boolean;
  /** Throws `kube/aborted` unless held; `doing` begins the message. */
  assertHeld(doing: string): void;
}

/**
 * Why leading ended: `too-late`, we could not renew in time; `taken`, the Lease no longer names us; `released`, we were
 * asked to; `finished` or `threw`, the work did.
 */
export type Ending = 'too-late' | 'taken' | 'released' | 'finished' | 'threw';

/**
 * One time of leading. It is over, for good, `heldForMs` after the start of the last successful renewal:
 *
 *     our request starts    the server stores it          we stop             others may take it
 *     ├─────────────────────┼─────────────────────────────┤                   ┆
 *     0                     at most its latency           renewDeadline   <   leaseDuration after they saw it stored
 */
export class Term implements Leadership {
  readonly #clock: LeaseClock;
  readonly #heldForMs: number;
  readonly #over: AbortController = new AbortController();
  #heldUntil: number;
  #ending: Ending | undefined;

  /** `startedAt`: when the request that won the lease started. */
  constructor(startedAt: number, heldForMs: number, clock: LeaseClock) {
    this.#clock = clock;
    this.#heldForMs = heldForMs;
    this.#heldUntil = startedAt + heldForMs;
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** When the last request that won or renewed the lease started. */
  get begunAt(): number {
    return this.#heldUntil - this.#heldForMs;
  }

  /** How long it is still held if nothing more is heard. */
  get leftMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock.monotonic());
  }

  held(): boolean {
    if (this.#ending === undefined && this.leftMs === 0) this.end('too-late');
    return this.#ending === undefined;
  }

  assertHeld(doing: string): void {
    if (!this.held()) throw kubeFault('kube/aborted', `${doing}: ${why[this.#ending!]}`);
  }

  /** A renewal that was begun then has succeeded. It does not raise the dead. */
  extend(startedAt: number): void {
    if (this.held()) this.#heldUntil = startedAt + this.#heldForMs;
  }

  /** Only the first ending counts. */
  end(ending: Ending): void {
    if (this.#ending !== undefined) return;
    this.#ending = ending;
    this.#over.abort(kubeFault('kube/aborted', `acting as the leader: ${why[ending]}`));
  }

  /** Resolves when it is over. */
  async endWhenLate(): Promise<void> {
    while (this.held()) await rest(this.#clock, Math.max(1, this.leftMs), this.signal);
  }
}

const why: Readonly<Record<Ending, string>> = {
  'too-late': 'the lease was not renewed in time',
  taken: 'the lease no longer names us',
  released: 'the lease is being released',
  finished: 'the work is finished',
  threw: 'the work threw',
};
