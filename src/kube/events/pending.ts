import type { Series } from './series.ts';

/** The series that wait to be written, each once, in order of arrival. */
export class Pending {
  readonly #longest: number;
  readonly #waiting: Set<Series> = new Set();

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Returns the one that has to go to make room. */
  add(series: Series): Series | undefined {
    this.#waiting.add(series);
    return this.#waiting.size > this.#longest ? this.next() : undefined;
  }

  next(): Series | undefined {
    const [first] = this.#waiting;
    if (first !== undefined) this.#waiting.delete(first);
    return first;
  }
}
