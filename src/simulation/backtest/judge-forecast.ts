import { LoadTable } from '#decisions/rescheduling/relocations/load-table.ts';
import { relocationDefaults } from '#decisions/rescheduling/relocations/relocation-options.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { HOUR_MS } from '#load/forecast/forecast-options.ts';
import type { Outlook } from '#load/forecast/outlook.ts';
import { instantText } from '#load/instant.ts';
import { ABSENT } from '#simulation/replay/policy.ts';
import type { ForecastHour, ForecastJudgement, ForecastNode } from '#views/backtest/report.ts';
import { boundOf, type RecordedPool } from './instances-of.ts';
import type { RecordedHistory, RecordedPod } from './recorded-history.ts';

const LINE = 0.8;
/** Deviations on either side between which four fifths of a normal load lie. */
const FOUR_IN_FIVE = 1.2815515655446004;
const MOST_HOURS = 24;

/**
 * The forecast of the last day, made from the days before as the product makes it, beside what came. Of a recording of
 * less than two days the last half is foreseen. Pods born later are not foreseen; they are part of what came.
 */
export function judgeForecast(pools: readonly RecordedPool[], history: RecordedHistory): ForecastJudgement {
  const { fromMs, stepMs, steps } = history;
  const perHour = HOUR_MS / stepMs;
  const hours = Math.min(MOST_HOURS, Math.floor(steps / 2 / perHour));
  if (hours < 1) return { kind: 'not-judged', because: 'a forecast is judged on two hours at least' };
  const cut: Cut = { at: steps - hours * perHour, hours, perHour };
  const nodes = pools.flatMap((pool) => judgePool(pool, history, cut));
  const all = nodes.flatMap((node) => node.hours);
  const mean = (of: (hour: ForecastHour) => number): number =>
    all.reduce((sum, hour) => sum + of(hour), 0) / all.length;
  const total = (of: 'expectedMinutes' | 'cameMinutes'): number => nodes.reduce((sum, node) => sum + node[of], 0);
  return {
    kind: 'judged',
    at: instantText(fromMs + cut.at * stepMs),
    hours,
    learntHours: cut.at / perHour,
    meanBias: mean(({ expected, came }) => expected - came),
    meanDistance: mean(({ expected, came }) => Math.abs(expected - came)),
    insideBand: mean(({ low, high, came }) => Number(came >= low && came <= high)),
    expectedMinutes: total('expectedMinutes'),
    cameMinutes: total('cameMinutes'),
    nodes: nodes.toSorted(
      (a, b) =>
        Math.max(b.cameMinutes, b.expectedMinutes) - Math.max(a.cameMinutes, a.expectedMinutes) ||
        (a.node < b.node ? -1 : 1),
    ),
  };
}

/** Where the past ends, in steps, and how far is looked. */
interface Cut {
  readonly at: number;
  readonly hours: number;
  readonly perHour: number;
}

function judgePool({ nodes, ...pool }: RecordedPool, history: RecordedHistory, cut: Cut): ForecastNode[] {
  const pods = [...pool.pods, ...pool.systems];
  const nodeAt = new Map(nodes.map(({ name }, at) => [name, at]));
  const alive = pods.filter(({ from, until }) => from < cut.at && until > cut.at);
  const { outlook, rows } = learnt(pods, alive, history, cut);
  const podsOn = nodes.map((): number[] => []);
  for (const [pod, { node }] of alive.entries()) podsOn[nodeAt.get(node) ?? ABSENT]?.push(pod);
  const capacity = Float64Array.from(nodes, (node) => node.capacity);
  const table = new LoadTable(
    {
      name: 'cpu',
      capacity,
      allocatable: capacity,
      line: LINE,
      request: Float64Array.from(alive, ({ request }) => request),
      outlook,
      row: rows,
    },
    {
      count: alive.length,
      node: Int32Array.from(alive, ({ node }) => nodeAt.get(node) ?? ABSENT),
      owner: rows.map((row) => outlook.owner[row]!),
      isMovable: () => false,
    },
    podsOn,
    // as it is expected, not as it is weighed
    { ...relocationDefaults, fullWeight: 0, caution: 1 },
  );
  const came = cameOf(pods, nodeAt, history.steps, cut);
  return nodes.map((node, at) => {
    const ofOwn = podsOn[at]!.reduce((sum, pod) => sum + ownVariance(outlook, rows[pod]!), 0);
    return {
      node: node.name,
      expectedMinutes: table.risk[at]!,
      cameMinutes: minutesAbove(came[at]!, LINE * node.capacity, 60 / cut.perHour),
      hours: Array.from({ length: cut.hours }, (_, hour): ForecastHour => {
        const place = at * cut.hours + hour;
        // what is a pod's own is new in each sample, and fades in the mean of an hour
        const variance = table.variance[place]! - ofOwn + ofOwn / cut.perHour;
        const spread = FOUR_IN_FIVE * Math.sqrt(Math.max(0, variance));
        const ofHour = came[at]!.subarray(hour * cut.perHour, (hour + 1) * cut.perHour);
        return {
          expected: table.mean[place]! / node.capacity,
          low: Math.max(0, table.mean[place]! - spread) / node.capacity,
          high: (table.mean[place]! + spread) / node.capacity,
          came: ofHour.reduce((sum, cores) => sum + cores, 0) / cut.perHour / node.capacity,
        };
      }),
    };
  });
}

interface LearntPast {
  readonly outlook: Outlook;
  /** Of the pods alive. */
  readonly rows: Int32Array;
}

/** What had been learnt at the cut, of owners also from those of their pods that were gone by then. */
function learnt(
  pods: readonly RecordedPod[],
  alive: readonly RecordedPod[],
  { fromMs, stepMs }: RecordedHistory,
  cut: Cut,
): LearntPast {
  const forecaster = new Forecaster({ stepMs });
  const known = pods.filter(({ from }) => from < cut.at);
  const scales = new Map<string, number>();
  for (const pod of known) {
    const bound = boundOf({ ...pod, until: Math.min(pod.until, cut.at) });
    scales.set(pod.owner, Math.max(scales.get(pod.owner) ?? 0, bound));
  }
  for (const { uid, owner, request } of known) {
    forecaster.enrol({ key: uid, owner, scale: scales.get(owner)!, request });
  }
  for (let step = 0; step < cut.at; step++) {
    const used = known.map((pod) => (step >= pod.from && step < pod.until ? pod.used[step]! : Number.NaN));
    forecaster.observe(fromMs + step * stepMs, Float64Array.from(used));
  }
  for (const { uid, until } of known) if (until <= cut.at) forecaster.retire(uid);
  return {
    outlook: inHours(forecaster.outlook(fromMs + cut.at * stepMs), cut.hours),
    rows: Int32Array.from(alive, ({ uid }) => forecaster.podRows.get(uid)!),
  };
}

/** As many slots of an hour, also where all hours are alike. */
function inHours(outlook: Outlook, hours: number): Outlook {
  const slots = outlook.slotMinutes.length;
  const slotOf = (hour: number): number => (slots === 1 ? 0 : hour);
  const each = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: (values.length / slots) * hours }, (_, place) => {
      return values[Math.floor(place / hours) * slots + slotOf(place % hours)]!;
    });
  return {
    ...outlook,
    slotMinutes: new Float64Array(hours).fill(60),
    ownerMean: each(outlook.ownerMean),
    ownerVariance: each(outlook.ownerVariance),
  };
}

const ownVariance = ({ scale, variance }: Outlook, row: number): number => scale[row]! ** 2 * variance[row]!;

/** Cores in use of each node by step after the cut, where pods ran. */
function cameOf(
  pods: readonly RecordedPod[],
  nodeAt: ReadonlyMap<string, number>,
  steps: number,
  cut: Cut,
): readonly Float64Array[] {
  const came = Array.from(nodeAt, () => new Float64Array(steps - cut.at));
  for (const { node, from, until, used } of pods) {
    const onNode = came[nodeAt.get(node) ?? ABSENT];
    if (onNode === undefined) continue;
    for (let step = Math.max(from, cut.at); step < until; step++) onNode[step - cut.at]! += used[step]!;
  }
  return came;
}

const minutesAbove = (used: Float64Array, line: number, minutes: number): number =>
  minutes * used.reduce((count, cores) => count + Number(cores > line + 1e-6), 0);
