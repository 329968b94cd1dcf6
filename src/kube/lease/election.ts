import { Fault } from '#base/fault.ts';
import { type Claimant, claimed, firstClaim, givenBack, isHeldBy } from './claim.ts';
import { rest } from './clock.ts';
import { cutOff } from './cut-off.ts';
import type { Lease, LeaseStore } from './lease.ts';
import type { Standing } from './observer.ts';
import type { LeaseOptions } from './options.ts';
import { Sighting } from './sighting.ts';
import { Term } from './term.ts';

export interface Candidate {
  readonly identity: string;
  readonly store: LeaseStore;
  readonly options: LeaseOptions;
  /** Aborted when the contest is to end. */
  readonly stop: AbortSignal;
}

type Tell = (fault: unknown) => void;
type Call<T> = (signal: AbortSignal) => Promise<T>;

/** What one candidate says to the store: a look, a claim, a renewal, a giving back. Every write names the version it saw. */
export class Election {
  readonly #candidate: Candidate;
  readonly #sighting: Sighting;

  constructor(candidate: Candidate) {
    this.#candidate = candidate;
    this.#sighting = new Sighting(candidate.options.leaseDurationMs);
  }

  /** How matters stood when we last looked. */
  get standing(): Standing {
    const { identity, options } = this.#candidate;
    const holder = this.#sighting.lease?.spec.holderIdentity;
    // our own name there means that we cannot tell: an old claim arrived late, or we stopped keeping it
    if (holder === identity || this.#sighting.isOlderThan(options.leaseDurationMs, options.clock.monotonic()))
      return { kind: 'unknown' };
    return holder ? { kind: 'following', leader: holder } : { kind: 'none' };
  }

  /** Looks, and claims the lease if it is ours to claim. Resolves with the term if that succeeded in time. */
  async attempt(): Promise<Term | undefined> {
    const { identity, options, stop } = this.#candidate;
    const seen = await this.#look(stop);
    const free = this.#sighting.isFree(options.clock.monotonic());
    // our own name: an earlier claim was taken though its answer never came
    if (!free && !(seen && isHeldBy(seen, identity))) return undefined;
    const startedAt = options.clock.monotonic();
    await this.#claim(seen, never); // what is begun is seen through, so that it can be given back
    const term = new Term(startedAt, options.renewDeadlineMs, options.clock);
    return term.held() ? term : undefined;
  }

  /** Renews as if nothing had changed; if that does not succeed, looks what is there and goes by it. */
  async renew(term: Term, tell: Tell): Promise<void> {
    try {
      if (await this.#renewed(term, this.#sighting.lease)) return;
    } catch (fault) {
      if (term.held() && !isConflict(fault)) tell(fault);
    }
    try {
      if (term.held() && !(await this.#renewed(term, await this.#look(term.signal)))) term.end('taken');
    } catch (fault) {
      if (term.held()) tell(fault);
    }
  }

  /** Gives the lease back if it still names us. What keeps it from that for long leaves it to run out. */
  async giveBack(tell: Tell): Promise<void> {
    const { clock, renewDeadlineMs, retryPeriodMs } = this.#candidate.options;
    const until = clock.monotonic() + renewDeadlineMs;
    let seen = this.#sighting.lease;
    do {
      try {
        seen ??= await this.#look(never);
        if (seen !== undefined && isHeldBy(seen, this.#candidate.identity)) await this.#giveBack(seen, never);
        return;
      } catch (fault) {
        seen = undefined;
        if (isConflict(fault)) continue;
        tell(fault);
        await rest(clock, retryPeriodMs);
      }
    } while (clock.monotonic() < until);
  }

  /** Whether there was something of ours to renew. */
  async #renewed(term: Term, seen: Lease | undefined): Promise<boolean> {
    const { identity, options } = this.#candidate;
    if (seen === undefined || !isHeldBy(seen, identity)) return false;
    const startedAt = options.clock.monotonic();
    await this.#claim(seen, term.signal);
    term.extend(startedAt);
    if (term.held()) options.observer.renewed?.(options.clock.monotonic() - startedAt, term.leftMs);
    return true;
  }

  async #look(signal: AbortSignal): Promise<Lease | undefined> {
    const { store, options } = this.#candidate;
    const lease = await this.#cutOff('looking at the lease', signal, (either) => store.read(either));
    this.#sighting.see(lease, options.clock.monotonic());
    return lease;
  }

  async #claim(seen: Lease | undefined, signal: AbortSignal): Promise<void> {
    const { store } = this.#candidate;
    const by = this.#claimant();
    await this.#write('claiming the lease', signal, (either) =>
      seen === undefined ? store.create(firstClaim(by), either) : store.update(claimed(seen, by), either),
    );
  }

  #giveBack(seen: Lease, signal: AbortSignal): Promise<void> {
    const { store } = this.#candidate;
    const lease = givenBack(seen, this.#claimant().now);
    return this.#write('giving the lease back', signal, (either) => store.update(lease, either));
  }

  async #write(doing: string, signal: AbortSignal, call: Call<Lease>): Promise<void> {
    const stored = await this.#cutOff(doing, signal, call);
    this.#sighting.see(stored, this.#candidate.options.clock.monotonic());
  }

  /** A request that hangs gets half the time there is, as in Kubernetes' own components: one more must fit in. */
  #cutOff<T>(doing: string, signal: AbortSignal, call: Call<T>): Promise<T> {
    const { clock, renewDeadlineMs } = this.#candidate.options;
    return cutOff({ ms: renewDeadlineMs / 2, signal, clock, doing }, call);
  }

  #claimant(): Claimant {
    const { identity, options } = this.#candidate;
    return { identity, leaseDurationMs: options.leaseDurationMs, now: options.clock.now() };
  }
}

const never = new AbortController().signal;

const isConflict = (fault: unknown): boolean => fault instanceof Fault && fault.code === 'kube/conflict';
