import type { Pod } from '#api/kubernetes/pod.ts';
import { foreseenPods, useNow } from '#decisions/rescheduling/problem/foreseen-pods.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { ForecastKeeper } from '#load/forecast/forecast-keeper.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import type { LoadForecast, UseAt } from '#load/forecast/foreseen-pod.ts';
import { parseInstant } from '#load/instant.ts';
import type { LivePod } from '#load/gathering/gather-pods.ts';
import type { LoadSource } from '#ports/load-source.ts';
import type { LoadLines } from '../load-keeper.ts';
import type { UnreadPast } from '../past-teller.ts';
import { podSignals, recallPodUse } from '../recall-pod-use.ts';
import type { KeptHistory } from './kept-history.ts';

export interface PastOfPods {
  readonly source: LoadSource;
  readonly lines: LoadLines;
  /** How far back it is asked for. */
  readonly historyMs: number;
}

/** How soon a past that could not be had is asked for again: doubled each time, up to a cap, for to ask is dear. */
const AGAIN_MS = 2000;
const LONGEST_AGAIN_MS = 600_000;

type Seen = Pick<LoadedView, 'cluster' | 'unread' | 'load' | 'pods'>;

/**
 * Knows what to expect of pods: it begins with what was kept and what a source remembers, and learns from every look after
 * that. As long as what a source remembers cannot be had it is asked for again, and what is expected is as young as our own looks,
 * or goes on from what was kept.
 */
export class Foreteller {
  readonly #history: KeptHistory | undefined;
  /** What was learnt up to the step before this one. */
  #keeper: ForecastKeeper = new ForecastKeeper();
  /** With the newest look at this step, which a newer one replaces. */
  #present: ForecastKeeper | undefined;
  /** What was kept, as it was: a source fills in what came after it, and what it remembers may still be owed. */
  #kept: ForecastKeeper | undefined;
  #isRestored: boolean = false;
  /** The newest look at this step, which a newer one replaces. */
  #latest: { readonly step: number; readonly use: UseOfPods } | undefined;
  /** Whose past is not known yet. */
  #owed: readonly string[] = podSignals;
  /** When we began to look ourselves. */
  #begunAt: number | undefined;
  #ask: { readonly notBefore: number; readonly waitMs: number } = { notBefore: -Infinity, waitMs: AGAIN_MS };

  /** `history`: where what was learnt is kept; without one the next to begin learns anew. */
  constructor(history?: KeptHistory) {
    this.#history = history;
  }

  /**
   * What pods used before we came, to be taken in on the next look; undefined where it is not asked for now. The pods
   * alive now are those asked for: others are nobody's to be foreseen.
   */
  async past(
    pods: readonly Pod[],
    { source, lines, historyMs }: PastOfPods,
    now: number,
    signal: AbortSignal,
  ): Promise<RecalledUse | undefined> {
    this.#begunAt ??= now;
    if (this.#history !== undefined && !this.#isRestored) await this.#restore(this.#history, now);
    const isOurs = now - this.#begunAt >= historyMs; // we looked ourselves for as long as that goes back
    if (isOurs) this.#kept = undefined;
    if (this.#owed.length === 0 || isOurs || now < this.#ask.notBefore) return undefined;
    const { waitMs } = this.#ask;
    const roster = { pods: pods.map(livePod) };
    const recall = { source, roster, lines, now, historyMs, stepMs: forecastDefaults.stepMs };
    const recalled = await recallPodUse(recall, signal);
    this.#ask = { notBefore: now + waitMs, waitMs: Math.min(2 * waitMs, LONGEST_AGAIN_MS) };
    return { pods, ...recalled };
  }

  /** Takes in the past, where there is any, and what is seen now; what to expect from now on, lent until the next look. */
  look(seen: Seen, recalled?: RecalledUse): LoadForecast {
    const { load } = seen;
    if (recalled !== undefined) this.#begin(seen, recalled);
    const step = Math.floor(load.now / forecastDefaults.stepMs);
    if (this.#latest !== undefined && this.#latest.step < step) {
      learn(this.#ownKeeper(), seen, this.#latest.use);
      this.#history?.learnt(this.#keeper, load.now);
    }
    const use = { pods: seen.pods, use: [useNow(seen.pods, load)] };
    this.#latest = { step, use };
    this.#present = this.#keeper.copy(this.#present);
    learn(this.#present, seen, use);
    return this.#present.forecast(load.now);
  }

  /** Nothing is foretold any more: what was learnt is kept. */
  async stop(): Promise<void> {
    await this.#history?.close(this.#keeper);
  }

  async #restore(history: KeptHistory, now: number): Promise<void> {
    this.#isRestored = true;
    this.#kept = await history.read(now);
    if (this.#kept !== undefined) this.#keeper = this.#kept;
  }

  /** The keeper, to be taught: another one where this is to stay as it is. */
  #ownKeeper(): ForecastKeeper {
    if (this.#keeper === this.#kept || this.#history?.isWriting === true) this.#keeper = this.#keeper.copy();
    return this.#keeper;
  }

  /**
   * Learns anew from a past of which more is known than before, unless it goes no further back than our own looks: after
   * what was kept, if that goes back as far.
   */
  #begin(seen: Seen, recalled: RecalledUse): void {
    const owed = podSignals.filter((name) => recalled.unread.has(name));
    const isMore = owed.length < this.#owed.length;
    this.#owed = owed;
    const kept = this.#kept;
    if (owed.length === 0) this.#kept = undefined;
    const since = recalled.use.find(isAnythingKnown)?.at ?? Infinity;
    if (!isMore || since >= this.#begunAt!) return;
    // looks of ours that are learnt by now are among what the source remembers
    this.#keeper = kept !== undefined && kept.since <= since ? kept : new ForecastKeeper();
    learn(this.#ownKeeper(), seen, recalled);
  }
}

/** Use in the order of the pods. */
interface UseOfPods {
  readonly pods: readonly Pod[];
  readonly use: readonly UseAt[];
}

interface RecalledUse extends UseOfPods {
  readonly unread: UnreadPast;
}

function isAnythingKnown({ cpuCores, memoryBytes }: UseAt): boolean {
  return [cpuCores, memoryBytes].some((amounts) => Array.from(amounts).some((amount) => !Number.isNaN(amount)));
}

function livePod({ metadata: { namespace = '', name, uid, creationTimestamp = '' } }: Pod): LivePod {
  return { namespace, name, uid, createdAt: parseInstant(creationTimestamp) ?? Number.NaN };
}

/** Of these pods, those that are still there. */
function learn(keeper: ForecastKeeper, seen: Seen, { pods, use }: UseOfPods): void {
  const known = foreseenPods(pods, seen);
  const places = new Map(pods.map(({ metadata }, at) => [metadata.uid, at]));
  const order = known.map(({ pod }) => places.get(pod.metadata.uid)!);
  const past = use.map(({ at, cpuCores, memoryBytes }) => ({
    at,
    cpuCores: order.map((place) => cpuCores[place]!),
    memoryBytes: order.map((place) => memoryBytes[place]!),
  }));
  keeper.learn(
    known.map(({ foreseen }) => foreseen),
    past,
  );
}
