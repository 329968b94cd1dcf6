import { Ring } from '#base/ring.ts';
import { LoadStore, type Pass, type SeedOptions } from '#load/load-store.ts';
import type { LoadView } from '#load/load-view.ts';
import type { LoadOptions } from '#load/options.ts';
import { readAnnotations } from '#load/annotations/read-annotations.ts';
import type { SignalSpec } from '#load/signals/signal.ts';
import type { RosterNode } from '#ports/cluster-roster.ts';

/** What load is judged by. */
export interface LoadLines {
  readonly signals: readonly SignalSpec[];
  readonly options: LoadOptions;
  /** What our annotations' keys begin with. */
  readonly prefix: string;
}

/**
 * Keeps the load store in step with who is in the cluster and with the lines in force. It remembers the last passes, so
 * that lines that move are answered from what was measured.
 */
export class LoadKeeper {
  #lines: LoadLines;
  #store: LoadStore;
  #recent: Ring<Pass>;
  readonly #admitted: Set<string> = new Set();

  constructor(lines: LoadLines) {
    this.#lines = lines;
    this.#store = new LoadStore(lines.signals, lines.options);
    this.#recent = new Ring(passesKept(lines));
  }

  view(now: number): LoadView {
    return this.#store.view(now);
  }

  /** Starts those that are new from what stands on them, as far as it is measured, and lets those go that are gone. */
  admit(nodes: readonly RosterNode[], seeding: SeedOptions): void {
    const alive = new Set(nodes.map(({ uid }) => uid));
    for (const uid of this.#admitted) {
      if (alive.has(uid)) continue;
      this.#store.forget(uid);
      this.#admitted.delete(uid);
    }
    for (const node of nodes) {
      if (this.#admitted.has(node.uid)) continue;
      this.#admitted.add(node.uid);
      this.#store.seed(node, readAnnotations(node.marks, this.#lines.signals, this.#lines.prefix), seeding);
    }
  }

  take(pass: Pass): void {
    this.#store.take(pass);
    this.#remember(pass);
  }

  replay(passes: readonly Pass[]): void {
    this.#store.replay(passes);
    for (const pass of passes) this.#remember(pass);
  }

  /** Takes in a past that was had late, as if it had come before what was taken meanwhile. */
  amend(passes: readonly Pass[], now: number): void {
    this.#relive([...passes, ...this.#recent.from(0)], this.#lines, now);
  }

  /** Judges by these lines from now on; a verdict changes only where the samples remembered say so. */
  judgeBy(lines: LoadLines, now: number): void {
    this.#relive(this.#recent.from(0), lines, now);
  }

  #relive(passes: readonly Pass[], lines: LoadLines, now: number): void {
    const store = new LoadStore(lines.signals, lines.options);
    store.inherit(this.#store.view(now));
    const known = new Set(lines.signals.map(({ name }) => name));
    const past = passes
      .toSorted((one, other) => one.at - other.at)
      .map(({ at, nodes, signals }) => ({ at, nodes, signals: signals.filter(({ signal }) => known.has(signal)) }));
    store.replay(past);
    for (const { uid } of past.flatMap(({ nodes }) => nodes)) if (!this.#admitted.has(uid)) store.forget(uid);
    this.#lines = lines;
    this.#store = store;
    this.#recent = new Ring(passesKept(lines));
    for (const pass of past) this.#recent.push(pass);
  }

  /** Without its pods: there are many, and no line is drawn for them. */
  #remember({ at, nodes, signals }: Pass): void {
    this.#recent.push({ at, nodes, signals });
  }
}

/** Twice the samples that decide: not every pass brings a new one. */
function passesKept({ options }: LoadLines): number {
  return 2 * options.hot.of;
}
