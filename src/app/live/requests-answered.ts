import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import type { Clock } from '#ports/clock.ts';
import type { EvictionRequester } from '#ports/eviction-requester.ts';

const ASKED_EVERY_MS = 60_000;

/** Whether EvictionRequests lead to anything: the API server serves them, and somebody configured says that they are answered. */
export class RequestsAnswered {
  readonly #requester: EvictionRequester;
  readonly #clock: Clock;
  readonly #configured: () => 'unanswered' | 'answered';
  #isServed: boolean = false;

  constructor(requester: EvictionRequester, clock: Clock, configured: () => 'unanswered' | 'answered') {
    this.#requester = requester;
    this.#clock = clock;
    this.#configured = configured;
  }

  readonly now = (): MigrationView['requests'] =>
    this.#isServed && this.#configured() === 'answered' ? 'answered' : 'not-answered';

  /** Asks until the signal, where it matters. A question that fails leaves the answer as it was. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.#configured() === 'answered')
        this.#isServed = await this.#requester.isServed().catch(() => this.#isServed);
      await this.#clock.sleep(ASKED_EVERY_MS, signal).catch(() => undefined);
    }
  }
}
