import { type RateOptions, TokenBucket } from '#kube/transport/token-bucket.ts';
import { RecentMap } from './recent-map.ts';

/**
 * How many new Events each object may still get: a burst, and then ever so seldom one, so that what is always unhealthy
 * does not fill the store. Remembers as many objects as told; one that was forgotten has its whole burst again.
 */
export class Allowance {
  readonly #rate: RateOptions;
  readonly #buckets: RecentMap<TokenBucket>;

  constructor(rate: RateOptions, mostObjects: number) {
    this.#rate = rate;
    this.#buckets = new RecentMap(mostObjects);
  }

  take(object: string, now: number): boolean {
    const known = this.#buckets.get(object);
    const bucket = known ?? new TokenBucket(this.#rate, now);
    if (known === undefined) this.#buckets.set(object, bucket);
    return bucket.take(now);
  }
}
