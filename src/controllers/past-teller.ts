import type { Fault } from '#base/fault.ts';
import type { Journal } from '#ports/journal.ts';

/** Why the past of some signals could not be had; a source that remembers none is no fault. */
export type UnreadPast = ReadonlyMap<string, Fault>;

/** Tells of each past that cannot be had, once, and that it was had after all. */
export class PastTeller {
  readonly #journal: Journal;
  /** What is made of it meanwhile, without a full stop. */
  readonly #meanwhile: (names: string) => string;
  readonly #told: Set<string> = new Set();

  constructor(journal: Journal, meanwhile: (names: string) => string) {
    this.#journal = journal;
    this.#meanwhile = meanwhile;
  }

  /** What came of asking for the past of these signals. */
  tell(asked: readonly string[], unread: UnreadPast): void {
    const news = [...unread].filter(([signal]) => !this.#told.has(signal));
    for (const [message, lost] of Map.groupBy(news, ([, fault]) => fault.message)) {
      const meanwhile = this.#meanwhile(lost.map(([signal]) => signal).join(', '));
      this.#journal.record({ kind: 'past-unread', reasons: [`${meanwhile}; it is asked for again: ${message}`] });
    }
    for (const [signal] of news) this.#told.add(signal);
    const had = asked.filter((signal) => !unread.has(signal) && this.#told.delete(signal));
    if (had.length > 0)
      this.#journal.record({ kind: 'past-read', reasons: [`The past of ${had.join(', ')} is known after all.`] });
  }
}
