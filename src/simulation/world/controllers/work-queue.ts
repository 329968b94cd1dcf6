import type { Appointment, VirtualClock } from '#simulation/virtual-clock.ts';

/** Keys that a controller has to look at, each once however often it was added before. */
export class WorkQueue {
  readonly #clock: VirtualClock;
  readonly #delayMs: number;
  readonly #sync: (key: string) => void;
  readonly #due: Map<string, Appointment> = new Map();

  /** `delayMs`: from a change to its being looked at. */
  constructor(clock: VirtualClock, delayMs: number, sync: (key: string) => void) {
    this.#clock = clock;
    this.#delayMs = delayMs;
    this.#sync = sync;
  }

  /** To be looked at after so long, or earlier where that was asked for already. */
  add(key: string, afterMs: number = this.#delayMs): void {
    const at = this.#clock.now() + afterMs;
    const known = this.#due.get(key);
    if (known !== undefined && known.at <= at) return;
    if (known !== undefined) this.#clock.cancel(known);
    const appointment = this.#clock.at(at, () => {
      this.#due.delete(key);
      this.#sync(key);
    });
    this.#due.set(key, appointment);
  }
}
