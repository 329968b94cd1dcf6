import type { Time } from '#kube/transport/time.ts';

/** Ends a stream that has fallen silent, and the stream of a caller who has lost interest. */
export class Watchdog {
  readonly #time: Time;
  readonly #ending: AbortController = new AbortController();
  readonly #over: AbortController = new AbortController();
  #heardAt: number;
  #silenceMs: number;
  #silent: boolean = false;

  constructor(time: Time, silenceMs: number, caller: AbortSignal) {
    this.#time = time;
    this.#heardAt = time.now();
    this.#silenceMs = silenceMs;
    const giveUp = (): void => this.#ending.abort(caller.reason);
    if (caller.aborted) giveUp();
    caller.addEventListener('abort', giveUp, { signal: this.#over.signal });
    void this.#watch();
  }

  /** What the stream is opened with. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Whether the stream was ended for its silence. */
  get silent(): boolean {
    return this.#silent;
  }

  heard(): void {
    this.#heardAt = this.#time.now();
  }

  /** Another patience from here on. */
  allow(silenceMs: number): void {
    this.#silenceMs = silenceMs;
    this.heard();
  }

  /** The stream has ended: no more watching. */
  stop(): void {
    this.#over.abort();
  }

  /** One sleeper, however many chunks arrive: it looks again when silence could have lasted long enough. */
  async #watch(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const silenceEndsAt = this.#heardAt + this.#silenceMs;
      const left = silenceEndsAt - this.#time.now();
      if (left <= 0) {
        this.#silent = true;
        this.#ending.abort(new Error('nothing was heard for too long'));
        return;
      }
      await this.#time.sleep(left, this.#over.signal).catch(() => undefined);
    }
  }
}
