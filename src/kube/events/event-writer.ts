import { Allowance } from './allowance.ts';
import { deliver } from './deliver.ts';
import type { EventDraft } from './event-draft.ts';
import type { EventStore } from './event-store.ts';
import { eventOf } from './kube-event.ts';
import type { DropReason } from './observer.ts';
import { eventDefaults, type EventOptions } from './options.ts';
import { Pending } from './pending.ts';
import { Series } from './series.ts';
import { SeriesBook } from './series-book.ts';
import { objectKey, seriesKey } from './series-key.ts';

/**
 * Tells the API server what happened, as it can: whoever publishes never waits and never hears of it. Of what repeats
 * itself one Event is kept with a count.
 *
 *     publish ─▶ same as before? ─▶ count it ─────────────▶ due? ─▶ queue ─▶ create, or bring the count up to date
 *                └▶ new: may its object have another? ─▶ begin a series ─┘
 */
export class EventWriter {
  readonly #store: EventStore;
  readonly #options: EventOptions;
  readonly #book: SeriesBook;
  readonly #allowance: Allowance;
  readonly #pending: Pending;
  #writing: Promise<void> | undefined;
  /** Aborted when a flush has no time left. */
  #inTime: AbortController = new AbortController();
  #sweeping: AbortController | undefined;

  constructor(store: EventStore, options: EventOptions = eventDefaults) {
    this.#store = store;
    this.#options = options;
    this.#book = new SeriesBook(options.windowMs, options.mostRemembered);
    this.#allowance = new Allowance(options, options.mostRemembered);
    this.#pending = new Pending(options.longestQueue);
  }

  publish(draft: EventDraft): void {
    try {
      this.#take(draft, this.#options.time.now());
    } catch (fault) {
      const { regarding, reason } = draft;
      this.#options.observer.dropped?.({ why: 'malformed', regarding, reason, times: 1, fault });
    }
  }

  /**
   * Writes all there is, counts included. After `withinMs` what is left is dropped: then nothing waits any more and no
   * timer runs. More may be published afterwards.
   */
  async flush(withinMs: number): Promise<void> {
    for (const series of this.#book.all()) this.#enqueue(series);
    const written = new AbortController();
    const inTime = this.#inTime;
    const late = this.#abortAfter(withinMs, inTime, written.signal);
    while (this.#writing !== undefined) await this.#writing;
    written.abort();
    await late;
    if (inTime.signal.aborted) this.#inTime = new AbortController();
    this.#sweeping?.abort();
    this.#sweeping = undefined;
  }

  #take(draft: EventDraft, now: number): void {
    if (!Number.isFinite(draft.at)) throw new RangeError(`an Event's time is a number, not ${draft.at}`);
    const known = this.#book.goesOn(seriesKey(draft), now);
    if (known === undefined) this.#begin(draft, now);
    else {
      known.happenedAgain(draft.at);
      if (known.isDue(now, this.#options.gatherMs)) this.#enqueue(known);
    }
    this.#sweeping ??= this.#sweep();
  }

  #begin(draft: EventDraft, now: number): void {
    const series = new Series(seriesKey(draft), eventOf(draft, this.#options.suffix()), draft.at);
    if (!this.#allowance.take(objectKey(draft), now)) return this.#lose(series, 'rate');
    const over = this.#book.begin(series, now);
    if (over !== undefined) this.#enqueue(over);
    this.#enqueue(series);
  }

  #enqueue(series: Series): void {
    if (series.unwritten === 0) return;
    const out = this.#pending.add(series);
    if (out !== undefined) this.#lose(out, 'queue-full');
    this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    await Promise.resolve(); // what happens in one go is counted before it is written
    for (let series = this.#pending.next(); series !== undefined; series = this.#pending.next()) {
      if (series.unwritten === 0) continue; // it was queued once more while it was being written
      if (this.#inTime.signal.aborted) this.#lose(series, 'out-of-time');
      else await this.#write(series);
    }
    this.#writing = undefined;
  }

  async #write(series: Series): Promise<void> {
    const { time, gatherMs, observer } = this.#options;
    const outcome = await deliver(this.#store, series, this.#inTime.signal, this.#options);
    if (outcome.how === 'lost') return this.#lose(series, outcome.why, outcome.fault);
    series.wasWritten(outcome.count, time.now());
    observer.written?.(outcome.how, series.event, outcome.count);
    if (series.isDue(time.now(), gatherMs)) this.#enqueue(series);
  }

  /** Once in a while, what is over is written a last time, and what goes on is brought up to date. */
  #sweep(): AbortController {
    const { time, sweepMs, gatherMs } = this.#options;
    const over = new AbortController();
    const sweep = async (): Promise<void> => {
      for (;;) {
        await this.#rest(sweepMs, over.signal);
        if (over.signal.aborted) return;
        const now = time.now();
        for (const series of this.#book.close(now)) this.#enqueue(series);
        for (const series of this.#book.all()) if (series.isDue(now, gatherMs)) this.#enqueue(series);
      }
    };
    void sweep();
    return over;
  }

  /** What was lost is forgotten: should it happen again, it is told anew. */
  #lose(series: Series, why: DropReason, fault?: unknown): void {
    this.#book.forget(series);
    const { regarding, reason } = series.event;
    const dropped = { why, regarding, reason, times: series.abandon() };
    this.#options.observer.dropped?.(fault === undefined ? dropped : { ...dropped, fault });
  }

  async #abortAfter(ms: number, what: AbortController, unless: AbortSignal): Promise<void> {
    await this.#rest(ms, unless);
    if (!unless.aborted) what.abort();
  }

  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    await this.#options.time.sleep(ms, signal).catch(() => undefined);
  }
}
