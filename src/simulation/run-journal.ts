import type { Clock } from '#ports/clock.ts';
import type { Journal, JournalEntry, Telling } from '#ports/journal.ts';
import type { WorldEvent } from './world/chronicle.ts';

/** What a run tells: what happened in the world, and what the product said of it. */
export type RunLine = ({ readonly teller: 'world' } & WorldEvent) | ({ readonly teller: 'plimsoll' } & JournalEntry);

/** The product's journal in a simulated run: handed on as it comes, numbered, with the world's time. */
export class RunJournal implements Journal {
  readonly #clock: Clock;
  readonly #boot: string;
  readonly #hand: (line: RunLine) => void;
  #sequence: number = 0;

  constructor(clock: Clock, boot: string, hand: (line: RunLine) => void) {
    this.#clock = clock;
    this.#boot = boot;
    this.#hand = hand;
  }

  record(telling: Telling): void {
    this.#sequence += 1;
    const id = { boot: this.#boot, sequence: this.#sequence };
    this.#hand({ teller: 'plimsoll', id, at: this.#clock.now(), ...telling });
  }
}
