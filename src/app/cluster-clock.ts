import { machineClock, type LeaseClock } from '#kube/lease/clock.ts';
import type { Clock } from '#ports/clock.ts';
import { systemClock } from './system-clock.ts';

/** What a date in whole seconds leaves open. */
const SECOND_MS = 1000;

/**
 * The API server's time. It dates objects, and every replica writes its own times into the same statuses: whatever is
 * reckoned with these is reckoned by this one clock, however wrong the clocks of machines are.
 *
 * Each answer tells in which second it was begun, and that was between the asking and the hearing. So the server's time is
 * known within bounds, and ours is moved into them, no further: where the two agree it is this machine's. From one
 * answer to the next it runs by the monotonic clock; a machine that is set anew changes nothing.
 */
export class ClusterClock implements Clock {
  readonly #machine: Pick<LeaseClock, 'now' | 'monotonic'>;
  readonly #sleeper: Clock = systemClock();
  /** The server’s time, less the monotonic clock’s. */
  #aheadMs: number;
  #isHeard: boolean = false;
  #latest: { readonly told: number; readonly at: number };

  constructor(machine: Pick<LeaseClock, 'now' | 'monotonic'> = machineClock) {
    this.#machine = machine;
    const at = machine.monotonic();
    this.#aheadMs = machine.now() - at;
    this.#latest = { told: Number.NEGATIVE_INFINITY, at };
  }

  /**
   * Before the API server is first heard it is this machine's time, which may then be set back, once. After that a time
   * that was told too late is caught up with at half the pace: it never goes back, and never stands still for long.
   */
  now(): number {
    const at = this.#machine.monotonic();
    const { told, at: toldAt } = this.#latest;
    const now = Math.max(at + this.#aheadMs, told + (at - toldAt) / 2);
    this.#latest = { told: now, at };
    return Math.floor(now);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#sleeper.sleep(ms, signal);
  }

  /** An answer was begun in the second from `writtenAt` on; it was asked for so long ago, and is heard now. */
  readonly dated = (writtenAt: number, askedBeforeMs: number): void => {
    const heardAt = this.#machine.monotonic();
    const least = writtenAt - heardAt;
    const most = writtenAt + SECOND_MS - (heardAt - Math.max(0, askedBeforeMs));
    this.#aheadMs = Math.min(Math.max(this.#aheadMs, least), most);
    if (!this.#isHeard) this.#latest = { told: Number.NEGATIVE_INFINITY, at: heardAt };
    this.#isHeard = true;
  };

  /** By how much this machine's clock is ahead of the server's, as far as whole seconds tell; unknown before it is heard. */
  get machineAheadMs(): number | 'unknown' {
    if (!this.#isHeard) return 'unknown';
    const { monotonic, now } = this.#machine;
    return Math.round(now() - (monotonic() + this.#aheadMs));
  }
}
