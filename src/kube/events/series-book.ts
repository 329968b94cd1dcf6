import { RecentMap } from './recent-map.ts';
import type { Series } from './series.ts';

interface Entry {
  readonly series: Series;
  happenedAt: number;
}

/** The series under way. One that has been quiet for the window is over: the same again begins another. */
export class SeriesBook {
  readonly #windowMs: number;
  readonly #entries: RecentMap<Entry>;

  constructor(windowMs: number, mostRemembered: number) {
    this.#windowMs = windowMs;
    this.#entries = new RecentMap(mostRemembered);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The series that goes on with this, if one does. */
  goesOn(key: string, now: number): Series | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#isOver(entry, now)) return undefined;
    entry.happenedAt = now;
    return entry.series;
  }

  /** Returns one that is over by this: the one before of this key, or what fell out to make room. */
  begin(series: Series, now: number): Series | undefined {
    const before = this.#entries.get(series.key);
    const out = this.#entries.set(series.key, { series, happenedAt: now });
    return (before ?? out)?.series;
  }

  forget(series: Series): void {
    if (this.#entries.get(series.key)?.series === series) this.#entries.delete(series.key);
  }

  /** All that are under way. */
  all(): Series[] {
    return [...this.#entries.entries()].map(([, { series }]) => series);
  }

  /** Takes out those that are over. */
  close(now: number): Series[] {
    const over = [...this.#entries.entries()].filter(([, entry]) => this.#isOver(entry, now));
    for (const [key] of over) this.#entries.delete(key);
    return over.map(([, { series }]) => series);
  }

  #isOver({ happenedAt }: Entry, now: number): boolean {
    return now - happenedAt > this.#windowMs;
  }
}
