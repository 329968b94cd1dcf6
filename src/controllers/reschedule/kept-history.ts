import type { ForecastKeeper } from '#load/forecast/forecast-keeper.ts';
import { HOUR_MS } from '#load/forecast/forecast-options.ts';
import {
  type ReadSnapshot,
  type SnapshotComplaint,
  snapshotReader,
  writeSnapshot,
} from '#load/forecast/forecast-snapshot.ts';
import { instantText } from '#load/instant.ts';
import type { HistoryStore } from '#ports/history-store.ts';
import type { Journal } from '#ports/journal.ts';

export interface HistoryParts {
  readonly store: HistoryStore;
  /** Whose history it is: that of another role goes by another name. */
  readonly name: string;
  readonly journal: Journal;
}

/**
 * Keeps what was learnt where it outlives us: reads it once, writes it when an hour has turned and when all ends. What cannot be
 * read or written is told, once, and stops nobody.
 */
export class KeptHistory {
  readonly #parts: HistoryParts;
  /** In which it was last read, or begun to be written. */
  #hour: number = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> | undefined;
  /** Something was learnt since. */
  #isUnwritten: boolean = false;
  #isFailing: boolean = false;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  /** While it is, what is written must not change. */
  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  /** What was learnt before the start; nothing where history starts anew. */
  async read(now: number): Promise<ForecastKeeper | undefined> {
    this.#hour = hourOf(now);
    try {
      const read = await this.#readAll();
      if (read?.kind === 'read') return this.#ofThePast(read.keeper, now);
      if (read !== undefined) this.#tellUnread(complaints[read.why]);
      return undefined;
    } catch (thrown) {
      this.#tellUnread(messageOf(thrown));
      return undefined;
    }
  }

  /** More was learnt: it is written, without being waited for, if that was not done within this hour. */
  learnt(keeper: ForecastKeeper, now: number): void {
    this.#isUnwritten = true;
    const hour = hourOf(now);
    if (hour <= this.#hour || this.isWriting) return;
    this.#hour = hour;
    void this.#write(keeper);
  }

  /** Nothing more is learnt. */
  async close(keeper: ForecastKeeper): Promise<void> {
    await this.#writing;
    if (this.#isUnwritten) await this.#write(keeper);
  }

  /** From what is still to come nothing would be learnt until it has. */
  #ofThePast(keeper: ForecastKeeper, now: number): ForecastKeeper | undefined {
    if (keeper.until > now) {
      this.#tellUnread(`it ends at ${instantText(keeper.until)}, which is still to come.`);
      return undefined;
    }
    this.#tellRead(keeper.since);
    return keeper;
  }

  async #readAll(): Promise<ReadSnapshot | undefined> {
    const { store, name } = this.#parts;
    const pieces = await store.read(name);
    if (pieces === undefined) return undefined;
    const take = snapshotReader();
    for await (const piece of pieces) {
      const read = take(piece);
      if (read !== undefined) return read;
    }
    return { kind: 'unreadable', why: 'damaged' };
  }

  #write(keeper: ForecastKeeper): Promise<void> {
    this.#isUnwritten = false;
    this.#writing = this.#tryToWrite(keeper).finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  async #tryToWrite(keeper: ForecastKeeper): Promise<void> {
    const { store, name } = this.#parts;
    try {
      await store.write(name, writeSnapshot(keeper));
      this.#tellKept();
    } catch (thrown) {
      this.#isUnwritten = true;
      this.#tellUnkept(messageOf(thrown));
    }
  }

  #tellRead(since: number): void {
    if (since === Infinity) return;
    const reasons = [`What was learnt of loads since ${instantText(since)} is gone on from.`];
    this.#parts.journal.record({ kind: 'history-read', reasons });
  }

  #tellUnread(why: string): void {
    const reasons = [`What was learnt of loads before the start is lost, and history starts anew: ${why}`];
    this.#parts.journal.record({ kind: 'history-unread', reasons });
  }

  #tellKept(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#parts.journal.record({ kind: 'history-kept', reasons: ['What is learnt of loads is kept again.'] });
  }

  #tellUnkept(why: string): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    const reasons = [
      `What is learnt of loads cannot be kept, and a restart forgets it; it is tried again every hour: ${why}`,
    ];
    this.#parts.journal.record({ kind: 'history-unkept', reasons });
  }
}

const complaints: Readonly<Record<SnapshotComplaint, string>> = {
  damaged: 'it is damaged.',
  'another-version': 'it was written by another version.',
  'another-step': 'it was learnt in steps of another length.',
};

const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
