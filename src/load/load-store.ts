import type { GatheredSignal } from './gathering/gather-signal.ts';
import { freshnessOf } from '#load/freshness.ts';
import { COOL, feedHeat, HOT, placeOf, restartHeat, standingAfter, UNDECIDED } from '#load/heat.ts';
import type { LiveNode } from '#load/live-node.ts';
import {
  clearCells,
  copyOf,
  feedLately,
  forgetLately,
  lastHeard,
  type LoadColumns,
  newColumns,
} from '#load/load-columns.ts';
import type { LoadView, NodeRow } from '#load/load-view.ts';
import { copyOfRoster, enter, newRoster, type NodeIdentity, type NodeRoster, strike } from '#load/node-roster.ts';
import { type LoadOptions, mostSamples } from '#load/options.ts';
import { noPods, type PodColumns, type PodFinder, podFinder } from './gathering/pod-use.ts';
import type { PublishedLoad } from './annotations/read-annotations.ts';
import type { SignalSpec } from './signals/signal.ts';
import { seedsOf } from '#load/seeds.ts';
import { viewLoad } from '#load/view-load.ts';

/** What one reading of the whole cluster brought. */
export interface Pass {
  readonly at: number;
  /** The list that the columns of `signals` are over. */
  readonly nodes: readonly LiveNode[];
  /** One a signal at most; a signal left out has nothing new. */
  readonly signals: readonly GatheredSignal[];
  /** Left out where pods were not read: what was known of them goes on ageing. */
  readonly pods?: PodColumns;
}

export interface SeedOptions {
  readonly measured: ReadonlySet<string>;
  readonly now: number;
}

/**
 * The load of all nodes: the only thing here that changes. One writer; readers take views, which never change.
 * What it holds depends on the samples alone, not on how often or in which passes they came.
 */
export class LoadStore {
  readonly signals: readonly SignalSpec[];
  readonly #options: LoadOptions;
  #columns: LoadColumns;
  #roster: NodeRoster = newRoster();
  #sources: string[] = [];
  #pods: PodFinder = noPods;
  /** The newest view of what we hold: where there is one, the next change begins with a copy. */
  #lent: LoadView | undefined;

  constructor(signals: readonly SignalSpec[], options: LoadOptions) {
    const { samples, of } = options.hot;
    if (!Number.isInteger(of) || of > mostSamples || !Number.isInteger(samples) || samples < 1 || samples > of) {
      throw new RangeError(
        `${samples} of the last ${of} samples cannot be looked at: at least 1, at most ${mostSamples}`,
      );
    }
    this.signals = signals;
    this.#options = options;
    this.#columns = newColumns(0, of);
  }

  /** Takes in what a pass brought. A sample that is not newer than the one held, in any cell, counts for nothing. */
  take(pass: Pass): void {
    this.#makeOwn();
    const rows = pass.nodes.map((node) => this.#rowOf(node));
    for (const gathered of pass.signals) this.#takeSignal(gathered, rows);
    if (pass.pods !== undefined) this.#pods = podFinder(pass.pods, this.#options);
  }

  /** Lives through the past, such as a range query's steps, each gathered as of its own time. */
  replay(passes: readonly Pass[]): void {
    for (const pass of passes.toSorted((one, other) => one.at - other.at)) this.take(pass);
  }

  /**
   * Starts a node from the verdict published on it, so that a restart flips nothing. Comes before its samples, those of
   * the past too: where there are any, or a verdict, they stand. `measured`: the signals that somebody measures.
   */
  seed(node: LiveNode, published: PublishedLoad, { measured, now }: SeedOptions): void {
    if (published.verdict === 'unknown' || published.takenAt.kind === 'unknown') return;
    this.#makeOwn();
    const row = this.#rowOf(node);
    const mayBeHeld = freshnessOf(published.takenAt.at, now, this.#options) !== 'fresh';
    for (const signal of seedsOf(published, this.signals, { measured, mayBeHeld })) {
      const cell = row * this.signals.length + signal;
      if (this.#columns.depth[cell] !== 0 || this.#columns.standing[cell] !== UNDECIDED) continue;
      this.#columns.standing[cell] = published.verdict === 'hot' ? HOT : COOL;
      this.#columns.seededAt[cell] = published.takenAt.at;
    }
  }

  /**
   * Goes on from how the same nodes were judged by other lines, signal by signal, so that a change of lines alone flips
   * nothing. Comes before the samples of the past: they decide by the new lines.
   */
  inherit(earlier: LoadView): void {
    this.#makeOwn();
    for (const [from, { name }] of earlier.signals.entries()) {
      const signal = this.signals.findIndex((own) => own.name === name);
      if (signal >= 0) for (const row of earlier.rows) this.#inheritCell(earlier, row, { from, signal });
    }
  }

  /** Lets a node go that no longer exists. */
  forget(uid: string): void {
    if (!this.#roster.byUid.has(uid)) return;
    this.#makeOwn();
    this.#strike(uid);
  }

  view(now: number): LoadView {
    if (this.#lent?.now === now) return this.#lent;
    const state = {
      signals: this.signals,
      options: this.#options,
      columns: this.#columns,
      roster: this.#roster,
      sources: this.#sources,
      pods: this.#pods,
    };
    return (this.#lent = viewLoad(state, now));
  }

  #takeSignal({ signal, source, values, takenAt, windowMs, why }: GatheredSignal, rows: readonly number[]): void {
    const index = this.signals.findIndex(({ name }) => name === signal);
    if (index < 0) throw new RangeError(`taking in ${signal}: no signal has this name`);
    const from = this.#sourceNamed(source);
    for (let place = 0; place < rows.length; place++) {
      const cell = rows[place]! * this.signals.length + index;
      const value = values[place]!;
      this.#columns.why[cell] = Number.isNaN(value) ? why[place]! : 0;
      // a cell never seen holds NaN, which nothing is at or before
      if (Number.isNaN(value) || takenAt[place]! <= this.#columns.takenAt[cell]!) continue;
      this.#breakSilence(cell, takenAt[place]!);
      this.#columns.values[cell] = value;
      this.#columns.takenAt[cell] = takenAt[place]!;
      this.#columns.windowMs[cell] = windowMs[place]!;
      this.#columns.source[cell] = from;
      feedLately(this.#columns, cell, value);
      feedHeat(this.#columns, cell, placeOf(value, this.signals[index]!), this.#options.hot);
    }
  }

  #inheritCell(
    earlier: LoadView,
    row: NodeRow,
    { from, signal }: { readonly from: number; readonly signal: number },
  ): void {
    const verdict = earlier.signalVerdict(row, from);
    if (verdict === 'unknown') return;
    const cell = this.#rowOf(earlier.node(row)) * this.signals.length + signal;
    const reading = earlier.reading(row, from);
    this.#columns.standing[cell] = verdict === 'hot' ? HOT : COOL;
    // a held verdict is as old as the oldest thing its node rests on: never younger than it is
    this.#columns.seededAt[cell] = reading.kind === 'known' ? reading.takenAt : earlier.oldestUsed(row);
  }

  /** Samples from before a long silence are not among "the last" any more. */
  #breakSilence(cell: number, takenAt: number): void {
    const silenceMs = takenAt - lastHeard(this.#columns, cell);
    if (!(silenceMs > this.#options.forgetAfterMs)) return;
    forgetLately(this.#columns, cell);
    restartHeat(
      this.#columns,
      cell,
      standingAfter(this.#columns.standing[cell]!, silenceMs, this.#options.forgetAfterMs),
    );
  }

  /** The row of a node; another node that had its name is gone. */
  #rowOf(node: NodeIdentity): number {
    const namesake = this.#roster.byName.get(node.name);
    if (namesake !== undefined && this.#roster.nodes[namesake]!.uid !== node.uid)
      this.#strike(this.#roster.nodes[namesake]!.uid);
    const row = enter(this.#roster, node);
    const cells = (row + 1) * this.signals.length;
    if (cells > this.#columns.values.length)
      this.#columns = copyOf(this.#columns, Math.max(cells, 2 * this.#columns.values.length));
    return row;
  }

  #strike(uid: string): void {
    const row = strike(this.#roster, uid);
    if (row !== undefined) clearCells(this.#columns, row * this.signals.length, this.signals.length);
  }

  #sourceNamed(name: string): number {
    const place = this.#sources.indexOf(name);
    return place >= 0 ? place : this.#sources.push(name) - 1;
  }

  #makeOwn(): void {
    if (this.#lent === undefined) return;
    this.#columns = copyOf(this.#columns, this.#columns.values.length);
    this.#roster = copyOfRoster(this.#roster);
    this.#sources = [...this.#sources];
    this.#lent = undefined;
  }
}
