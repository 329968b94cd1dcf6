import type { VirtualClock } from '#simulation/virtual-clock.ts';
import type { Change, Listener, ObjectStore } from '#simulation/world/objects/object-store.ts';

/** What a follower is told, and what it was told last. */
interface Follower {
  readonly listener: Listener;
  /** Changes up to this one were in the list that it began with. */
  readonly from: number;
}

interface Numbered {
  readonly change: Change;
  readonly number: number;
}

/** Changes of the world as its API server tells those who watch it: `lagMs` after the fact, or later while it is held up. */
export class WorldWatch {
  readonly #clock: VirtualClock;
  readonly #lagMs: number;
  readonly #followers: Set<Follower> = new Set();
  #count: number = 0;
  #heldSince: number | undefined;
  readonly #held: Numbered[] = [];

  constructor(store: ObjectStore, clock: VirtualClock, lagMs: number) {
    this.#clock = clock;
    this.#lagMs = lagMs;
    store.listen((change) => this.#tell(change));
  }

  /** When the world was last heard to agree. */
  get heardAt(): number {
    return this.#heldSince ?? this.#clock.now();
  }

  /** Tells what changes from now on; gives the way to end it. */
  follow(listener: Listener): () => void {
    const follower = { listener, from: this.#count };
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** From now on nothing is told, until it is let go. */
  holdUp(): void {
    this.#heldSince ??= this.#clock.now();
  }

  letGo(): void {
    this.#heldSince = undefined;
    for (const numbered of this.#held.splice(0)) this.#hand(numbered);
  }

  #tell(change: Change): void {
    this.#count += 1;
    const numbered = { change, number: this.#count };
    if (this.#followers.size === 0) return;
    if (this.#lagMs === 0) this.#arrive(numbered);
    else this.#clock.at(this.#clock.now() + this.#lagMs, () => this.#arrive(numbered));
  }

  #arrive(numbered: Numbered): void {
    if (this.#heldSince === undefined) this.#hand(numbered);
    else this.#held.push(numbered);
  }

  #hand({ change, number }: Numbered): void {
    for (const { listener, from } of this.#followers) if (number > from) listener(change);
  }
}
