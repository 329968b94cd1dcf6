import type { Pod } from '#api/kubernetes/pod.ts';
import { foreseenPods, useNow } from '#decisions/rescheduling/foreseen-pods.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { ForecastKeeper } from '#load/forecast/forecast-keeper.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import type { LoadForecast, UseAt } from '#load/forecast/foreseen-pod.ts';
import { parseInstant } from '#load/instant.ts';
import type { LivePod } from '#load/gather-pods.ts';
import type { LoadSource } from '#ports/load-source.ts';
import type { LoadLines } from '../load-keeper.ts';
import { recallPodUse } from '../recall-pod-use.ts';

export interface PastOfPods {
  readonly source: LoadSource;
  readonly lines: LoadLines;
  /** How far back it is asked for. */
  readonly historyMs: number;
}

/** A source that is not up yet is asked again for the past, so often. */
const TRIES = 3;

type Seen = Pick<LoadedView, 'cluster' | 'unread' | 'load' | 'pods'>;

/** Knows what to expect of pods: it begins with what a source remembers, and learns from every look after that. */
export class Foreteller {
  /** What was learnt up to the step before this one. */
  readonly #keeper: ForecastKeeper = new ForecastKeeper();
  /** The newest look at this step, which a newer one replaces. */
  #latest: { readonly step: number; readonly use: RecalledUse } | undefined;
  #hasRecalled: boolean = false;
  /** Looks that found a past of nothing. */
  #inVain: number = 0;

  /**
   * What pods used before we came, to be taken in on the next look; nothing where that is done. The pods alive now are
   * those asked for: others are nobody's to be foreseen.
   */
  async past(
    pods: readonly Pod[],
    { source, lines, historyMs }: PastOfPods,
    now: number,
    signal: AbortSignal,
  ): Promise<RecalledUse> {
    if (this.#hasRecalled) return { pods: [], use: [] };
    const roster = { pods: pods.map(livePod) };
    const use = await recallPodUse({ source, roster, lines, now, historyMs, stepMs: forecastDefaults.stepMs }, signal);
    return { pods, use };
  }

  /** Whether the past was taken in: before, what is expected rests on requests alone. */
  get hasRecalled(): boolean {
    return this.#hasRecalled;
  }

  /** Takes in the past, once there is any, and what is seen now; what to expect from now on. */
  look(seen: Seen, recalled: RecalledUse): LoadForecast {
    const { load } = seen;
    if (!this.#hasRecalled) {
      if (recalled.use.length > 0 && !isAnythingKnown(recalled.use)) this.#inVain += 1;
      else this.#inVain = TRIES;
      learn(this.#keeper, seen, recalled);
      this.#hasRecalled = this.#inVain >= TRIES;
    }
    const step = Math.floor(load.now / forecastDefaults.stepMs);
    if (this.#latest !== undefined && this.#latest.step < step) learn(this.#keeper, seen, this.#latest.use);
    const use = { pods: seen.pods, use: [useNow(seen.pods, load)] };
    // what was before is learnt before what is now
    this.#latest = this.#hasRecalled ? { step, use } : undefined;
    const present = this.#keeper.copy();
    learn(present, seen, use);
    return present.forecast(load.now);
  }
}

/** Use in the order of the pods. */
export interface RecalledUse {
  readonly pods: readonly Pod[];
  readonly use: readonly UseAt[];
}

function isAnythingKnown(use: readonly UseAt[]): boolean {
  return use.some(({ cpuCores }) => Array.from(cpuCores).some((cores) => !Number.isNaN(cores)));
}

function livePod({ metadata: { namespace = '', name, uid, creationTimestamp = '' } }: Pod): LivePod {
  return { namespace, name, uid, createdAt: parseInstant(creationTimestamp) ?? Number.NaN };
}

/** Of these pods, those that are still there. */
function learn(keeper: ForecastKeeper, seen: Seen, { pods, use }: RecalledUse): void {
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
