import { maySurge } from '#app/once/may-surge.ts';
import type { SurgeSubject } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { Clock } from '#ports/clock.ts';

/** The right is asked for again after so long: who grants it need not restart us. */
const ASKED_EVERY_MS = 60_000;

/** Whether we hold the right to create pods, which is opt-in, and without which nothing surges. */
export class SurgeRight {
  readonly #client: KubeClient;
  readonly #clock: Clock;
  #right: SurgeSubject['right'] = 'missing';

  constructor(client: KubeClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** As it was last answered; `missing` before. */
  readonly now = (): SurgeSubject['right'] => this.#right;

  /** Asks until the signal. A question that fails leaves the answer as it was: the API server has the last word anyway. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#right = await maySurge(this.#client, signal).catch(() => this.#right);
      await this.#clock.sleep(ASKED_EVERY_MS, signal).catch(() => undefined);
    }
  }
}
