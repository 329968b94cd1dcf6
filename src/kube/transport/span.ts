import { messageOf } from '#kube/config/cause.ts';
import { KubeFault } from './faults/kube-fault.ts';
import type { Time } from './time.ts';

export interface SpanOptions {
  /** The request in a few words, for messages. */
  readonly doing: string;
  readonly deadlineMs: number;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  readonly time: Time;
}

/**
 * The time a request may take, with all its waits and repeats. Its signal is aborted by the caller, by the deadline or
 * by the transport's end, whichever comes first; the reason is the fault to throw.
 */
export class Span {
  readonly doing: string;
  /** ms since the epoch. */
  readonly endsAt: number;
  readonly #time: Time;
  readonly #ending: AbortController = new AbortController();
  readonly #deadline: AbortController = new AbortController();
  readonly #caller: AbortSignal | undefined;

  constructor({ doing, deadlineMs, signal: caller, time }: SpanOptions) {
    this.doing = doing;
    this.endsAt = time.now() + deadlineMs;
    this.#time = time;
    this.#caller = caller;
    if (caller?.aborted) this.#giveUp();
    else caller?.addEventListener('abort', this.#giveUp, { once: true });
    void time.sleep(deadlineMs, this.#deadline.signal).then(
      () => this.#ending.abort(new KubeFault('kube/timeout', `${doing}: no answer within ${deadlineMs / 1000} s`)),
      () => {}, // it was in time
    );
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Waits, unless the span ends first. */
  async pause(ms: number): Promise<void> {
    await this.until(this.#time.sleep(ms, this.signal));
  }

  /** What the work comes to, unless the span ends first; the work is not told. */
  async until<T>(work: Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = (): void => reject(this.signal.reason);
    this.signal.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([work, ended]);
    } catch (thrown) {
      this.signal.throwIfAborted(); // a sleep cut short rejects in its own words
      throw thrown;
    } finally {
      this.signal.removeEventListener('abort', end);
    }
  }

  /** The deadline is met; the caller's signal still counts. */
  meetDeadline(): void {
    this.#deadline.abort();
  }

  /** The transport closes. */
  cutShort(): void {
    this.#ending.abort(new KubeFault('kube/aborted', `${this.doing}: the transport was closed`));
  }

  /** Nothing is waited for any more. */
  end(): void {
    this.meetDeadline();
    this.#caller?.removeEventListener('abort', this.#giveUp);
  }

  readonly #giveUp = (): void => {
    const cause: unknown = this.#caller?.reason;
    this.#ending.abort(new KubeFault('kube/aborted', `${this.doing}: given up: ${messageOf(cause)}`, { cause }));
  };
}
