import type { AnnotationsOptions } from '#load/annotation-options.ts';
import type { Pass } from '#load/load-store.ts';
import type { LoadView } from '#load/load-view.ts';
import type { Clock } from '#ports/clock.ts';
import type { ClusterRoster } from '#ports/cluster-roster.ts';
import type { CollectObserver, PassOutcome } from '#ports/collect-observer.ts';
import type { Journal, Subject } from '#ports/journal.ts';
import type { LoadReading, LoadSource } from '#ports/load-source.ts';
import type { NodeMarker } from '#ports/node-marker.ts';
import type { Controller, Reconciled } from './controller.ts';
import { gatherPodsRead, gatherSignals, namesAnybody } from './gather-reading.ts';
import { LoadKeeper, type LoadLines } from './load-keeper.ts';
import { PastTeller } from './past-teller.ts';
import { MarkPublisher } from './publish-marks.ts';
import { askedOf, recallPast } from './recall-past.ts';
import { Sight, type Sighted } from './sight.ts';
import { tellVerdicts } from './tell-verdicts.ts';

export interface CollectPorts {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly roster: ClusterRoster;
  readonly marker: NodeMarker;
  readonly observer: CollectObserver;
  /** The source in force; another after a change of configuration. */
  readonly source: () => LoadSource;
  /** The term in which we act; nothing while we stand by, measuring all the same. */
  readonly acting: () => AbortSignal | undefined;
}

/** The same object as long as nothing has changed. */
export interface CollectOptions {
  readonly intervalMs: number;
  /** Between two samples of the past: no less than it takes for a new one to be there. */
  readonly sampleEveryMs: number;
  readonly lines: LoadLines;
  readonly annotations: AnnotationsOptions;
  /** The label that is declared to name nodes. */
  readonly nodeLabel?: string;
  /** Whether what pods use is read too. */
  readonly pods: 'asked' | 'not-asked';
}

/** What a pass takes in beside its reading. */
interface Taking {
  readonly past: PastHad;
  readonly asked: ReadonlySet<string>;
  readonly options: CollectOptions;
}

interface PastHad {
  readonly passes: readonly Pass[];
  /** Whether it comes after readings that it was before. */
  readonly isLate: boolean;
}

/** Passes that may bring nothing before we are blind. */
const BLIND_AFTER_PASSES = 3;

/**
 * What nodes really use, read, judged and published: one pass reads everything, takes it in, tells what changed, and
 * plans what to write. Remembers nothing that a restart could not find again: in the annotations, and in the source's past.
 */
export class LoadCollector implements Controller {
  readonly name: string = 'collector';
  readonly #ports: CollectPorts;
  readonly #options: () => CollectOptions;
  readonly #keeper: LoadKeeper;
  readonly #sight: Sight;
  readonly #publisher: MarkPublisher;
  /** As the last pass found them: only a pass takes other ones, for it alone knows that nobody is reading. */
  #inForce: CollectOptions;
  /** When the first pass began; before that nothing is published. */
  #begunAt: number | undefined;
  readonly #pastTeller: PastTeller;
  /** When a pass first read a signal: from then on passes are its past. */
  readonly #heardSince: Map<string, number> = new Map();
  /** Signals whose past before that is not known yet. */
  #owed: ReadonlySet<string> = new Set();

  /** `self`: whom Events about the collector are attached to. */
  constructor(ports: CollectPorts, self: Subject, options: () => CollectOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#inForce = options();
    this.#keeper = new LoadKeeper(this.#inForce.lines);
    this.#sight = new Sight(ports.journal, self);
    this.#publisher = new MarkPublisher(ports, self);
    this.#pastTeller = new PastTeller(ports.journal, withoutPast);
  }

  /** What is known now. */
  get view(): LoadView {
    return this.#keeper.view(this.#ports.clock.now());
  }

  /** Writes that are planned or under way. */
  get waiting(): number {
    return this.#publisher.waiting;
  }

  get sighted(): Sighted {
    return this.#sight.sighted(this.#ports.clock.now(), BLIND_AFTER_PASSES * this.#inForce.intervalMs);
  }

  async reconcile(signal: AbortSignal): Promise<Reconciled> {
    const { clock, roster, observer } = this.#ports;
    await roster.whenComplete(signal);
    const startedAt = clock.now();
    const options = this.#follow(startedAt);
    this.#begunAt ??= startedAt;
    const source = this.#ports.source();
    const asked = askedOf(source, options.lines);
    const reading = await source.read({ signals: asked, pods: options.pods, abort: signal });
    const past = await this.#pastBefore(reading, { source, options, now: startedAt }, signal);
    const outcome = this.#take(reading, { past, asked: new Set(asked), options });
    observer.passed(outcome, clock.now() - startedAt);
    this.publish(signal);
    return { againInMs: options.intervalMs, outcome };
  }

  /** Writes what is known onto the nodes, if it is ours to write; returns at once. */
  publish(signal: AbortSignal): void {
    if (this.#ports.acting() === undefined || !this.#mayJudge()) return;
    const { intervalMs, annotations } = this.#inForce;
    const { nodes } = this.#ports.roster;
    this.#publisher.publish({ view: this.view, nodes, options: { ...annotations, untilMs: intervalMs } }, signal);
  }

  /** Begins no more writes, and resolves when those under way have ended. */
  stop(): Promise<void> {
    return this.#publisher.stop();
  }

  /** Whoever starts blind leaves what is published alone for as long as it may still be fresh: it knows no better. */
  #mayJudge(): boolean {
    if (this.#begunAt === undefined) return false;
    const { freshForMs } = this.#inForce.lines.options;
    return this.#sight.hasSeen || this.#ports.clock.now() - this.#begunAt > freshForMs;
  }

  /** The options in force from this pass on. Lines that moved are answered from what was measured already. */
  #follow(now: number): CollectOptions {
    const options = this.#options();
    if (options === this.#inForce) return options;
    const before = this.#keeper.view(now);
    this.#keeper.judgeBy(options.lines, now);
    this.#inForce = options;
    tellVerdicts(this.#ports.journal, before, this.#keeper.view(now));
    return options;
  }

  /**
   * What was before the first reading of a signal that names anybody, however late it comes: a source that cannot be
   * asked when we start is asked for the past once it answers. So neither a restart nor a change of leader flips anything.
   */
  async #pastBefore(
    { signals: readings }: LoadReading,
    { source, options, now }: { readonly source: LoadSource; readonly options: CollectOptions; readonly now: number },
    signal: AbortSignal,
  ): Promise<PastHad> {
    const { sampleEveryMs: stepMs, lines, nodeLabel } = options;
    const named = readings.filter(namesAnybody).map((reading) => reading.signal);
    const fresh = named.filter((name) => !this.#heardSince.has(name));
    // once our own samples are all that a verdict looks back on, it is not needed any more
    const late = [...this.#owed].filter((name) => now - this.#heardSince.get(name)! < lines.options.hot.of * stepMs);
    const signals = [...fresh, ...late];
    if (signals.length === 0) return { passes: [], isLate: false };
    const { roster } = this.#ports;
    const { passes, unread } = await recallPast({ source, roster, lines, signals, nodeLabel, stepMs, now }, signal);
    this.#pastTeller.tell(signals, unread);
    this.#owed = new Set(unread.keys());
    for (const name of fresh) this.#heardSince.set(name, now);
    return { passes, isLate: late.length > 0 };
  }

  #take(reading: LoadReading, { past, asked, options }: Taking): PassOutcome {
    const { clock, journal, roster } = this.#ports;
    const { lines, intervalMs, nodeLabel: label } = options;
    const judging = { ...lines.options, now: clock.now() };
    const signals = gatherSignals(reading.signals, roster, { signals: lines.signals, judging, label });
    const pods = gatherPodsRead(reading, roster, judging);
    const pass = pods === undefined ? signals : { ...signals, pods };
    this.#keeper.admit(roster.nodes, { measured: asked, now: judging.now });
    const before = this.#keeper.view(judging.now);
    if (past.isLate) this.#keeper.amend(past.passes, judging.now);
    else this.#keeper.replay(past.passes);
    this.#keeper.take(pass);
    const view = this.#keeper.view(judging.now);
    tellVerdicts(journal, before, view);
    this.#count(reading, pass.signals);
    return this.#sight.look({ pass, reading, view }, BLIND_AFTER_PASSES * intervalMs);
  }

  #count({ problems }: LoadReading, signals: ReturnType<typeof gatherSignals>['signals']): void {
    const { observer, source } = this.#ports;
    for (const { fault } of problems) observer.sourceFailed(source().name, fault.code);
    for (const { signal, counts } of signals) {
      for (const [why, samples] of Object.entries(counts.refused)) observer.refused(signal, why, samples);
    }
  }
}

const withoutPast = (names: string): string =>
  `Verdicts on ${names} start from what stands on the nodes, without a past`;
