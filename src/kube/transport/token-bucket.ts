export interface RateOptions {
  /** Requests a second, over time. */
  readonly qps: number;
  /** Requests at once, after a quiet spell. */
  readonly burst: number;
}

// what rounding may eat of a token when its moment has come
const EPSILON = 1e-9;

/** Holds up to `burst` tokens; `qps` a second flow in. Time going back adds none. */
export class TokenBucket {
  readonly #options: RateOptions;
  #tokens: number;
  #at: number;

  constructor(options: RateOptions, now: number) {
    this.#options = options;
    this.#tokens = options.burst;
    this.#at = now;
  }

  /** Whether there was a token to take. */
  take(now: number): boolean {
    if (this.waitMs(now) > 0) return false;
    this.#tokens -= 1;
    return true;
  }

  /** How long until there is a token. */
  waitMs(now: number): number {
    const { qps, burst } = this.#options;
    this.#tokens = Math.min(burst, this.#tokens + (Math.max(0, now - this.#at) * qps) / 1000);
    this.#at = Math.max(now, this.#at);
    return this.#tokens >= 1 - EPSILON ? 0 : Math.ceil(((1 - this.#tokens) / qps) * 1000);
  }
}
