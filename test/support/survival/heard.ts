import type { ReflectorObserver, WatchEnd } from '#kube/reflector/observer.ts';
import type { TransportObserver } from '#kube/transport/observer.ts';
import { until } from '../until.ts';

/** What the observers of a reflector and its transport were told, a word each. */
export class Heard {
  readonly words: string[] = [];

  get reflector(): ReflectorObserver {
    return {
      listing: (_kind, why) => this.#hear(`listing: ${why}`),
      synced: () => this.#hear('synced'),
      watchOpened: () => this.#hear('opened'),
      watchEnded: (_kind, why) => this.#hear(`ended: ${wordFor(why)}`),
      faulted: (_kind, { code }) => this.#hear(`faulted: ${code}`),
      fellBackToPages: () => this.#hear('fell back to pages'),
      sinkFailed: (_kind, cause) => this.#hear(`sink failed: ${String(cause)}`),
    };
  }

  get transport(): TransportObserver {
    return {
      repeated: (_asked, { code }) => this.#hear(`repeated: ${code}`),
      credentialsRefreshed: () => this.#hear('credentials refreshed'),
    };
  }

  /** Each said once, however often it was said in a row. */
  get story(): string[] {
    return this.words.filter((word, at) => word !== this.words[at - 1]);
  }

  count(word: string): number {
    return this.words.filter((one) => one === word).length;
  }

  /** Waits until this was said so often since the beginning. */
  async hears(word: string, times = 1): Promise<void> {
    const enough = async (): Promise<true | undefined> => (this.count(word) >= times ? true : undefined);
    await until(`"${word}" to be heard ${times} times`, enough).catch((cause: unknown) => {
      throw new Error(`"${word}" was not heard ${times} times, but ${this.words.join(', ')}`, { cause });
    });
  }

  #hear(word: string): void {
    this.words.push(word);
  }
}

const wordFor = (why: WatchEnd): string => (typeof why === 'string' ? why : why.code);
