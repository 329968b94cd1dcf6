import type { Fault } from '#base/fault.ts';
import type { RawSeries } from '#load/sample.ts';
import type { Answerer, LoadReading, PastStep, PodsReading, SignalReading } from '#ports/load-source.ts';
import type {
  HeardLook,
  LabelsLine,
  LookLine,
  PastLine,
  RecordedAnswerer,
  RecordedFault,
  RecordedPods,
  RecordedSample,
  RecordedSignal,
} from '#ports/recording.ts';

/** Numbers the labels of series: each is written once a session, before it is first used. */
export class LabelBook {
  readonly #numbers: Map<string, number> = new Map();
  /** A source gives one object for a series at all its instants. */
  readonly #known: WeakMap<object, number> = new WeakMap();
  #fresh: Readonly<Record<string, string>>[] = [];

  numberOf(labels: Readonly<Record<string, string>>): number {
    const known = this.#known.get(labels);
    if (known !== undefined) return known;
    const number = this.#numberByText(labels);
    this.#known.set(labels, number);
    return number;
  }

  /** Those that were numbered since the last call. */
  takeFresh(): readonly LabelsLine[] {
    const of = this.#fresh;
    this.#fresh = [];
    return of.length === 0 ? [] : [{ kind: 'labels', of }];
  }

  #numberByText(labels: Readonly<Record<string, string>>): number {
    const key = JSON.stringify(labels);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    this.#fresh.push(labels);
    return number;
  }
}

export function pastLine({ atMs, signals }: PastStep, book: LabelBook): PastLine {
  return { kind: 'past', at: atMs, signals: signals.map((signal) => recordedSignal(signal, atMs, book)) };
}

export function lookLine(
  { signals, pods, problems, warnings, isDegraded }: LoadReading,
  { begunAt, readAt, surgeRight }: Pick<HeardLook, 'begunAt' | 'readAt' | 'surgeRight'>,
  book: LabelBook,
): LookLine {
  return {
    kind: 'look',
    begunAt,
    readAt,
    surgeRight,
    signals: signals.map((signal) => recordedSignal(signal, readAt, book)),
    pods: recordedPods(pods, readAt, book),
    problems: problems.map(({ fault, signals: of }) => ({ fault: recordedFault(fault), signals: of })),
    warnings,
    isDegraded,
  };
}

function recordedSignal(reading: SignalReading, at: number, book: LabelBook): RecordedSignal {
  const { signal, tookMs } = reading;
  const about = { signal, tookMs, ...answererOf(reading) };
  if (reading.kind === 'failed') return { ...about, kind: 'failed', fault: recordedFault(reading.fault) };
  const { unit, series } = reading;
  return { ...about, kind: 'read', unit, series: samplesOf(series, at, book) };
}

function recordedPods(reading: PodsReading, at: number, book: LabelBook): RecordedPods {
  switch (reading.kind) {
    case 'not-asked':
      return reading;
    case 'failed':
      return { kind: 'failed', faults: reading.faults.map(recordedFault) };
    case 'read':
      return {
        kind: 'read',
        ...answererOf(reading),
        cpuCores: samplesOf(reading.cpuCores, at, book),
        memoryBytes: samplesOf(reading.memoryBytes, at, book),
      };
  }
}

function answererOf({ source, passedOver }: Answerer): RecordedAnswerer {
  if (passedOver === undefined) return { source };
  return { source, passedOver: passedOver.map((one) => ({ source: one.source, fault: recordedFault(one.fault) })) };
}

const recordedFault = ({ code, message, remedy }: Fault): RecordedFault => ({ code, message, remedy });

// JSON writes what is no number as null
const samplesOf = (series: Iterable<RawSeries>, at: number, book: LabelBook): readonly RecordedSample[] =>
  Array.from(series, ({ labels, value, takenAt, windowMs }): RecordedSample => {
    const number = book.numberOf(labels);
    return windowMs === undefined ? [number, value, at - takenAt] : [number, value, at - takenAt, windowMs];
  });
