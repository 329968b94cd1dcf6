import { Election, type Candidate } from './election.ts';
import { rest } from './clock.ts';
import { isAborted } from './is-aborted.ts';
import type { Standing } from './observer.ts';
import type { Ending, Leadership, Term } from './term.ts';

export interface Contestant extends Candidate {
  readonly work: (leadership: Leadership) => Promise<void>;
}

const unknown: Standing = { kind: 'unknown' };

/** The life of a contestant: it campaigns until it leads, leads until that is over, and so on until it is stopped. */
export class Contest {
  readonly #contestant: Contestant;
  readonly #election: Election;
  #term: Term | undefined;
  #standing: Standing = unknown;

  constructor(contestant: Contestant) {
    this.#contestant = contestant;
    this.#election = new Election(contestant);
  }

  /** Never says `leading` when we may no longer act. */
  get standing(): Standing {
    return this.#term?.held() === false ? unknown : this.#standing;
  }

  async run(): Promise<void> {
    const { stop, options } = this.#contestant;
    for (let ending: Ending | undefined; !stop.aborted && ending !== 'finished';) {
      // whoever's work throws lets others have their turn
      if (ending === 'threw') await rest(options.clock, options.leaseDurationMs, stop);
      const term = await this.#campaign();
      ending = term && (await this.#lead(term));
    }
    this.#stand(unknown);
  }

  /** Resolves with a term as soon as we lead; without one when stopped. */
  async #campaign(): Promise<Term | undefined> {
    const { stop, options } = this.#contestant;
    while (!stop.aborted) {
      const term = await this.#election.attempt().catch((fault: unknown) => this.#tell(fault));
      if (term !== undefined) return term;
      this.#stand(this.#election.standing);
      await rest(options.clock, options.retryPeriodMs * (1 + options.jitter * options.random()), stop);
    }
    return undefined;
  }

  async #lead(term: Term): Promise<Ending> {
    const { stop, options } = this.#contestant;
    const release = (): void => term.end('released');
    stop.addEventListener('abort', release, { once: true });
    if (stop.aborted) release();
    this.#term = term;
    this.#stand({ kind: 'leading' });
    const working = this.#work(term);
    await Promise.all([term.endWhenLate(), this.#renew(term)]);
    stop.removeEventListener('abort', release);
    options.observer.ended?.(term.ending!);
    this.#stand(this.#election.standing);
    this.#term = undefined;
    await working;
    options.observer.workEnded?.();
    if (gaveUp.has(term.ending!)) await this.#election.giveBack((fault) => this.#tell(fault));
    return term.ending!;
  }

  async #renew(term: Term): Promise<void> {
    const { clock, retryPeriodMs } = this.#contestant.options;
    let { begunAt } = term;
    while (term.held()) {
      await rest(clock, begunAt + retryPeriodMs - clock.monotonic(), term.signal);
      if (!term.held()) return;
      begunAt = clock.monotonic();
      await this.#election.renew(term, (fault) => this.#tell(fault));
    }
  }

  async #work(term: Term): Promise<void> {
    try {
      if (term.held()) await this.#contestant.work(term);
      term.end('finished');
    } catch (error) {
      const obeyed = !term.held() && isAborted(error, term.signal);
      if (!obeyed) this.#contestant.options.observer.workThrew?.(error);
      term.end('threw');
    }
  }

  #tell(fault: unknown): undefined {
    this.#contestant.options.observer.attemptFailed?.(fault);
  }

  #stand(now: Standing): void {
    const before = this.#standing;
    if (leaderIn(now) === leaderIn(before) && now.kind === before.kind) return;
    this.#standing = now;
    this.#contestant.options.observer.stands?.(now, before);
  }
}

/** Endings after which the lease may still name us, and need not. */
const gaveUp: ReadonlySet<Ending> = new Set<Ending>(['released', 'finished', 'threw']);

const leaderIn = (standing: Standing): string | undefined =>
  standing.kind === 'following' ? standing.leader : undefined;
