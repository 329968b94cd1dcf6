import type { Rng } from '#base/rng.ts';
import type { Clock } from '#ports/clock.ts';
import { fault } from '#simulation/faults.ts';

/** How often the world's API server fails those who ask it from outside; shares of all requests. */
export interface ApiFaults {
  readonly throttled: number;
  readonly failing: number;
  readonly timingOut: number;
  /** From a request to its answer. */
  readonly latencyMs: number;
}

export const noApiFaults: ApiFaults = { throttled: 0, failing: 0, timingOut: 0, latencyMs: 5 };

const TIMEOUT_MS = 30_000;

/** The way of a request to the world's API server and back, on which it may be lost. */
export class ApiWay {
  readonly #clock: Clock;
  readonly #rng: Rng;
  readonly #faults: ApiFaults;

  constructor(clock: Clock, rng: Rng, faults: ApiFaults) {
    this.#clock = clock;
    this.#rng = rng;
    this.#faults = faults;
  }

  /** Does it at the API server and gives its answer. Of those that time out, half were done. */
  async ask<Answer>(what: string, act: () => Answer, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const { throttled, failing, timingOut, latencyMs } = this.#faults;
    const drawn = throttled + failing + timingOut === 0 ? 1 : this.#rng.float();
    if (drawn < timingOut) return this.#timeOut(what, drawn < timingOut / 2 ? act : undefined, signal);
    await this.#clock.sleep(latencyMs, signal);
    if (drawn < timingOut + failing) throw fault('simulation/server-error', `${what}: 500`, { retry: 'soon' });
    if (drawn < timingOut + failing + throttled) throw fault('simulation/throttled', `${what}: 429`, { retry: 'soon' });
    return act();
  }

  async #timeOut(what: string, act: (() => unknown) | undefined, signal: AbortSignal | undefined): Promise<never> {
    act?.();
    await this.#clock.sleep(TIMEOUT_MS, signal);
    throw fault('simulation/timeout', `${what}: no answer in ${TIMEOUT_MS / 1000} s`, { retry: 'soon' });
  }
}
