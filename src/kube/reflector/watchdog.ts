import type { Time } from '#kube/transport/time.ts';

/** Ends a stream that has fallen silent, and the stream of a caller who has lost interest. */
export class Watchdog {
  readonly #time: Time;
  readonly #ending: AbortController = new AbortController();
  readonly #over: AbortController = new AbortController();
  #heardAt: number;
  #silenceMs: number = Infinity;
  #silent: boolean = false;
  /** Ends the sleep under way: how long it was to last is no longer right. */
  #rouse: AbortController = new AbortController();

  /** It waits for ever until it is told how much silence to allow. */
  constructor(time: Time, caller: AbortSignal) {
    this.#time = time;
    this.#heardAt = time.now();
    const giveUp = (): void => this.#ending.abort(caller.reason);
    if (caller.aborted) giveUp();
    caller.addEventListener('abort', giveUp, { signal: this.#over.signal });
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

  /** So much silence, and no more, from here on. */
  allow(silenceMs: number): void {
    this.#rouse.abort();
    this.#rouse = new AbortController();
    this.#silenceMs = silenceMs;
    this.heard();
    void this.#watch(this.#rouse.signal);
  }

  /** The stream has ended: no more watching. */
  stop(): void {
    this.#over.abort();
    this.#rouse.abort();
  }

  /** One sleeper, however many chunks arrive: it looks again when silence could have lasted long enough. */
  async #watch(roused: AbortSignal): Promise<void> {
    while (!roused.aborted) {
      const silenceEndsAt = this.#heardAt + this.#silenceMs;
      const left = silenceEndsAt - this.#time.now();
      if (left <= 0) {
        this.#silent = true;
        this.#ending.abort(new Error('nothing was heard for too long'));
        return;
      }
      await this.#time.sleep(left, roused).catch(() => undefined);
    }
  }
}
