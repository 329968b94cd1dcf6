import { bitbrainsInstances } from '#simulation/replay/instances/bitbrains.ts';
import { cycleInstances } from '#simulation/replay/instances/cycles.ts';
import { arriving, shuffled } from '#simulation/replay/instances/placement.ts';
import {
  type PlanetlabPair,
  planetlabInstance,
  type PlanetlabShape,
  sharedRows,
  warmInstance,
} from '#simulation/replay/instances/planetlab.ts';
import { smallInstance } from '#simulation/replay/instances/small.ts';
import { surfInstance } from '#simulation/replay/instances/surf-week.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { BitbrainsTrace } from '#simulation/replay/traces/bitbrains.ts';
import { dailyCorrelation } from '#simulation/replay/traces/crane-series.ts';
import type { PlanetlabDay } from '#simulation/replay/traces/planetlab.ts';
import type { SurfJob } from '#simulation/replay/traces/surf-week.ts';

/** Recorded load as it was read; what is absent gives no instances. */
export interface ReplayTraces {
  /** By date, `20110303`, in order. */
  readonly days: ReadonlyMap<string, PlanetlabDay>;
  /** Five-minute means of services, cyclic or not. */
  readonly series: readonly Float64Array[];
  readonly bitbrains: readonly BitbrainsTrace[];
  readonly jobs: readonly SurfJob[];
  /** The day whose residuals are the noise of replicas. */
  readonly noise: PlanetlabDay;
}

/** Instances that are judged together. */
export const families = ['PL', 'PL-warm', 'DI-FF', 'DI-LA', 'BB', 'SURF', 'MILP-S', 'placement'] as const;
export type Family = (typeof families)[number];

/** All instances that these traces give, by family. */
export function replayCatalogue(traces: ReplayTraces): Readonly<Record<Family, readonly ReplayInstance[]>> {
  const pairs = warmPairs(traces.days);
  const cycles = cyclesOf(traces);
  const bitbrains = traces.bitbrains.map((trace) => bitbrainsInstances(trace));
  return {
    PL: [...traces.days].flatMap(([date, day]) =>
      coldShapes.map((shape) => planetlabInstance(coldLabel(date), day, shape)),
    ),
    'PL-warm': pairs.flatMap(({ date, ...pair }) =>
      warmShapes.map((shape) => warmInstance(`PL-warm-${date.slice(4)}`, pair, shape)),
    ),
    'DI-FF': cycles.map(({ ff }) => ff),
    'DI-LA': cycles.map(({ la }) => la),
    BB: bitbrains.flatMap(({ ff, la }) => [ff, la]),
    SURF: traces.jobs.length === 0 ? [] : [surfInstance(traces.jobs)],
    'MILP-S': pairs.length === 0 ? [] : seeds(10).map((seed) => smallInstance(seed, pairs[(seed - 1) % pairs.length]!)),
    placement: placements(traces.days, pairs),
  };
}

const tight: PlanetlabShape = { capacity: 8, requestRatio: 0.175, start: 'least-allocated' };
const main: PlanetlabShape = { capacity: 8, requestRatio: 0.2, start: 'least-allocated' };
const aged: PlanetlabShape = { capacity: 16, requestRatio: 0.2, start: 'first-fit' };
const coldShapes = [main, tight, aged];
const warmShapes = [main, tight];

/** The day that everybody publishes has the short names: PL-8-44, PL-8-39, PL-16-22-FF. */
const coldLabel = (date: string): string => (date === '20110303' ? 'PL' : `PL-${date.slice(4)}`);

const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Cycles are those series that repeat from day to day. */
function cyclesOf({ series, noise }: ReplayTraces): { ff: ReplayInstance; la: ReplayInstance }[] {
  const shapes = series.filter((means) => dailyCorrelation(means) > 0.6);
  return shapes.length === 0 ? [] : seeds(8).map((seed) => cycleInstances(seed, { shapes, noise }));
}

interface DatedPair extends PlanetlabPair {
  /** Of the later day. */
  readonly date: string;
}

/** Machines that both days of a pair must know. */
const leastShared = 100;

/** Days two by two, where the second comes within a week of the first and they know enough machines in common. */
function warmPairs(days: ReadonlyMap<string, PlanetlabDay>): DatedPair[] {
  const pairs: DatedPair[] = [];
  let before: string | undefined;
  for (const [date, day] of days) {
    const pair = before === undefined ? undefined : { date, before: days.get(before)!, day };
    if (pair !== undefined && daysBetween(before!, date) <= 7 && sharedRows(pair).length >= leastShared) {
      pairs.push(pair);
      before = undefined;
    } else before = date;
  }
  return pairs;
}

const daysBetween = (from: string, to: string): number => (instantOf(to) - instantOf(from)) / 86_400_000;

const instantOf = (date: string): number => Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`);

/** First and last day cold, both pairs warm; in row order and in four others. */
function placements(days: ReadonlyMap<string, PlanetlabDay>, pairs: readonly DatedPair[]): ReplayInstance[] {
  const dates = [...days.keys()];
  const ends = [...new Set([dates.at(0), dates.at(-1)])].filter((date) => date !== undefined);
  const instances = [
    ...ends.map((date) => planetlabInstance(coldLabel(date), days.get(date)!, main)),
    ...pairs.map(({ date, ...pair }) => warmInstance(`PL-warm-${date.slice(4)}`, pair, main)),
  ];
  return instances
    .flatMap((instance) => [instance].concat(seeds(4).map((seed) => shuffled(instance, seed))))
    .map((instance) => arriving(instance));
}
