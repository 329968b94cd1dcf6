import type { NodeSize } from '#load/live-node.ts';
import type { LoadView, NodeRow } from '#load/load-view.ts';
import { instantText } from '#load/instant.ts';
import { type Measure, measureOf } from '#load/signals/signal.ts';
import type { SignalVerdict, Verdict } from '#load/verdict.ts';
import { measureText } from '#load/signals/amount-text.ts';
import { type Amount, type NodeRequests, noRequests } from './node-requests.ts';
import { type ShownReading, shownReading } from '#views/shown-reading.ts';

/** How one signal of a node stands. Values and threshold are in the measure. */
export interface SignalLoad extends ShownReading {
  readonly signal: string;
  readonly measure: Measure;
  readonly threshold: number;
  readonly verdict: Verdict;
  /** Samples above the line, of so many looked at. */
  readonly above: number;
  readonly depth: number;
}

/** Real use of a node beside what was asked for there, in cores and bytes; null where it is not known. */
export interface NodeLoad {
  readonly name: string;
  readonly ready: boolean;
  /** Debounced: several samples deep. */
  readonly verdict: Verdict;
  /** Where there is no verdict yet: what the samples so far point to. */
  readonly leaning?: 'hot' | 'cool';
  /** The largest of value over threshold; at 1 a signal is at its line. */
  readonly pressure: number | null;
  readonly used: Nullable<Amount>;
  /** Of capacity, as the lines are drawn. */
  readonly usedShare: Nullable<Amount>;
  readonly requested: Nullable<Amount>;
  /** Of what is allocatable, as the scheduler counts. */
  readonly requestedShare: Nullable<Amount>;
  readonly capacity: Nullable<Amount>;
  readonly allocatable: Nullable<Amount>;
  readonly pods: number | null;
  readonly signals: readonly SignalLoad[];
  /** Of the oldest sample that values and verdict rest on: RFC 3339. */
  readonly oldestSample: string | null;
  readonly ageMs: number | null;
  readonly sources: readonly string[];
  /** Whole sentences: why it is hot, and what is not known. */
  readonly why: readonly string[];
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

/** What Kubernetes says of a node, beside its load. */
export interface NodeFacts {
  readonly capacity: NodeSize;
  readonly allocatable: NodeSize;
}

export interface NodeRowsInput {
  readonly view: LoadView;
  /** By the name of the node. */
  readonly facts: ReadonlyMap<string, NodeFacts>;
  /** By the name of the node; nothing where pods could not be listed. */
  readonly requests: ReadonlyMap<string, NodeRequests> | undefined;
  /** The signals that somebody was asked for: of others nothing is said. */
  readonly signals: readonly string[];
}

/** Every node of a view, the hottest first; what is not known comes last. */
export function nodeRows(input: NodeRowsInput): readonly NodeLoad[] {
  return input.view.rows.map((row) => nodeRow(row, input)).toSorted(byHeat);
}

function nodeRow(row: NodeRow, { view, facts, requests, signals: asked }: NodeRowsInput): NodeLoad {
  const { name, ready } = view.node(row);
  const signals = signalsOf(row, view, asked);
  const capacity = sizeOf(facts.get(name)?.capacity);
  const allocatable = sizeOf(facts.get(name)?.allocatable);
  const usedShare = { cpuCores: valueOf('cpu', signals), memoryBytes: valueOf('memory', signals) };
  const held = requests === undefined ? undefined : (requests.get(name) ?? noRequests);
  const requested = held?.requested ?? { cpuCores: null, memoryBytes: null };
  const verdict = view.verdict(row);
  const pressure = view.pressure(row);
  const oldest = view.oldestUsed(row);
  const leaning = verdict === 'unknown' ? leaningOf(signals) : undefined;
  return {
    name,
    ready,
    verdict,
    ...(leaning === undefined ? {} : { leaning }),
    pressure: pressure.kind === 'known' ? pressure.overLine : null,
    used: both((key) => times(usedShare[key], capacity[key])),
    usedShare,
    requested,
    requestedShare: both((key) => share(requested[key], allocatable[key])),
    capacity,
    allocatable,
    pods: held?.pods ?? null,
    signals,
    oldestSample: Number.isNaN(oldest) ? null : instantText(oldest),
    ageMs: Number.isNaN(oldest) ? null : Math.max(0, view.now - oldest),
    sources: [...new Set(signals.flatMap(({ source }) => source ?? []))],
    why: signals.flatMap((signal) => whyOf(signal) ?? []),
  };
}

function signalsOf(row: NodeRow, view: LoadView, asked: readonly string[]): readonly SignalLoad[] {
  return view.explain(row).because.flatMap((because, index) => {
    if (!asked.includes(because.signal)) return [];
    const { unit, denominator } = view.signals[index]!;
    return [signalLoad(because, measureOf(unit, denominator), view.now)];
  });
}

function signalLoad(because: SignalVerdict, measure: Measure, now: number): SignalLoad {
  const { signal, threshold, verdict, above, depth, reading } = because;
  return { signal, measure, threshold, verdict, above, depth, ...shownReading(reading, now) };
}

/** The samples so far, where they are too few for a verdict. */
function leaningOf(signals: readonly SignalLoad[]): 'hot' | 'cool' | undefined {
  const heard = signals.filter(({ value, depth }) => value !== null && depth > 0);
  if (heard.length === 0) return undefined;
  return heard.some(({ above }) => above > 0) ? 'hot' : 'cool';
}

function whyOf(load: SignalLoad): string | undefined {
  const { signal, value, measure, threshold, verdict, above, depth, unknown } = load;
  if (unknown !== undefined) return `${signal}: ${unknown.words}`;
  if (verdict !== 'hot' && above === 0) return undefined;
  const line = measureText(threshold, measure);
  return `${signal} ${measureText(value!, measure)}: ${above} of the last ${depth} samples above ${line}`;
}

/** Hot ones first, then by pressure; a node that is not seen comes last, unless it was hot. */
function byHeat(one: NodeLoad, other: NodeLoad): number {
  return (
    Number(other.verdict === 'hot') - Number(one.verdict === 'hot') ||
    (other.pressure ?? -1) - (one.pressure ?? -1) ||
    (one.name < other.name ? -1 : 1)
  );
}

function valueOf(name: string, signals: readonly SignalLoad[]): number | null {
  return signals.find(({ signal }) => signal === name)?.value ?? null;
}

function both(of: (key: keyof Amount) => number | null): Nullable<Amount> {
  return { cpuCores: of('cpuCores'), memoryBytes: of('memoryBytes') };
}

function sizeOf(size: NodeSize | undefined): Nullable<Amount> {
  return both((key) => (size === undefined || Number.isNaN(size[key]) ? null : size[key]));
}

function times(value: number | null, factor: number | null): number | null {
  return value === null || factor === null ? null : value * factor;
}

function share(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}
