import { KubeFault } from './faults/kube-fault.ts';
import type { Time } from './time.ts';
import { type RateOptions, TokenBucket } from './token-bucket.ts';
import { priorities, type Priority } from './transport.ts';
import { WaitingLine } from './waiting-line.ts';

export interface TurnstileOptions extends RateOptions {
  /** Requests under way at once. A lease is let in regardless: what holds it up may be the very thing that hangs. */
  readonly mostAtOnce: number;
  /** How many of each priority may wait. */
  readonly longestLines: Readonly<Record<Priority, number>>;
}

interface Waiter {
  readonly admit: () => void;
}

/**
 * Where requests wait so that the rate is kept: the most urgent goes first, in order of arrival among equals.
 * What holds them up is the next token, or too many under way. A step costs no more in a long line than in a short one.
 */
export class Turnstile {
  readonly #options: TurnstileOptions;
  readonly #time: Time;
  readonly #bucket: TokenBucket;
  readonly #lines: Readonly<Record<Priority, WaitingLine<Waiter>>>;
  #underWay: number = 0;
  #sleeping: boolean = false;

  constructor(options: TurnstileOptions, time: Time) {
    this.#options = options;
    this.#time = time;
    this.#bucket = new TokenBucket(options, time.now());
    this.#lines = { lease: line(), act: line(), read: line(), status: line(), annotate: line(), event: line() };
  }

  /** Resolves when its turn has come, with what to call when it is through. Rejects with the signal's reason. */
  async enter(priority: Priority, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const mine = this.#lines[priority];
    if (mine.length >= this.#options.longestLines[priority]) throw tooMany(priority, mine.length);
    await this.#turn(mine, signal);
    let isThrough = false;
    const leave = (): void => {
      if (isThrough) return;
      isThrough = true;
      this.#underWay -= 1;
      this.#admit();
    };
    if (!signal.aborted) return leave;
    leave(); // gave up in the moment between being called and going in
    throw signal.reason;
  }

  #turn(mine: WaitingLine<Waiter>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        mine.leave(waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        admit() {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      mine.join(waiter);
      this.#admit();
    });
  }

  /** Lets in whoever may come in now, and wakes up again for the next token if somebody waits for one. */
  #admit(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (!this.#bucket.take(this.#time.now())) return void this.#admitLater();
      const waiter = next.first!;
      next.leave(waiter);
      this.#underWay += 1;
      waiter.admit();
    }
  }

  /** The line whose first may come in as soon as there is a token. */
  #next(): WaitingLine<Waiter> | undefined {
    const full = this.#underWay >= this.#options.mostAtOnce;
    const priority = priorities.find((each) => this.#lines[each].length > 0 && (!full || each === 'lease'));
    return priority === undefined ? undefined : this.#lines[priority];
  }

  async #admitLater(): Promise<void> {
    if (this.#sleeping) return;
    this.#sleeping = true;
    await this.#time.sleep(this.#bucket.waitMs(this.#time.now()));
    this.#sleeping = false;
    this.#admit();
  }
}

const line = (): WaitingLine<Waiter> => new WaitingLine();

const tooMany = (priority: Priority, waiting: number): KubeFault =>
  new KubeFault('kube/throttled', `${waiting} requests of priority ${priority} wait for their turn already`, {
    taken: 'no',
    remedy:
      'nothing to do if it passes: we ask for more than our own rate limit lets through. Otherwise raise the rate, or find out what asks so much',
  });
