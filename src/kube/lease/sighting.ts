import type { Lease } from './lease.ts';

/**
 * What we last saw of a Lease, and until when its holder may act, counted from when *we* first saw it like that by our own
 * clock: the times written in it come from another machine's, and say nothing.
 */
export class Sighting {
  readonly #usualMs: number;
  #lease: Lease | undefined;
  #lookedAt: number = -Infinity;
  #freeAt: number = -Infinity;

  /** `usualMs`: how long a Lease lasts that does not say. */
  constructor(usualMs: number) {
    this.#usualMs = usualMs;
  }

  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** `now` must not lie before the moment the answer came. */
  see(lease: Lease | undefined, now: number): void {
    // a deleted Lease frees nobody's hands: its holder has yet to find out
    if (lease !== undefined && !looksLike(lease, this.#lease)) this.#freeAt = now + this.#lastsMs(lease);
    this.#lease = lease;
    this.#lookedAt = now;
  }

  /** Whether its holder, if it has one, has let it run out. */
  isFree(now: number): boolean {
    return now >= this.#freeAt;
  }

  isOlderThan(ms: number, now: number): boolean {
    return now - this.#lookedAt > ms;
  }

  #lastsMs({ spec }: Lease): number {
    if (!spec.holderIdentity) return 0;
    return spec.leaseDurationSeconds === undefined ? this.#usualMs : spec.leaseDurationSeconds * 1000;
  }
}

/** A label or annotation that somebody sets is no sign of life, so versions are not compared. */
function looksLike({ spec: now }: Lease, before: Lease | undefined): boolean {
  return telling.every((field) => now[field] === before?.spec[field]);
}

const telling = ['holderIdentity', 'leaseDurationSeconds', 'acquireTime', 'renewTime', 'leaseTransitions'] as const;
