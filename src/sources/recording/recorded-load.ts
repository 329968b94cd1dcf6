import { Fault } from '#base/fault.ts';
import type { RawSeries } from '#load/sample.ts';
import type { Answerer, LoadReading, PastStep, PodsReading, SignalReading } from '#ports/load-source.ts';
import type {
  LookLine,
  PastLine,
  RecordedAnswerer,
  RecordedFault,
  RecordedPods,
  RecordedSample,
  RecordedSignal,
} from '#ports/recording.ts';

type Labels = Readonly<Record<string, string>>;

/** The labels of a session by their numbers. */
export type LabelsOf = (number: number) => Labels;

export function pastStep({ at, signals }: PastLine, labelsOf: LabelsOf): PastStep {
  return { atMs: at, signals: signals.map((signal) => signalReading(signal, at, labelsOf)) };
}

export function loadReading(
  { readAt, signals, pods, problems, warnings, isDegraded }: LookLine,
  labelsOf: LabelsOf,
): LoadReading {
  return {
    signals: signals.map((signal) => signalReading(signal, readAt, labelsOf)),
    pods: podsReading(pods, readAt, labelsOf),
    problems: problems.map(({ fault, signals: of }) => ({ fault: faultOf(fault), signals: of })),
    warnings,
    isDegraded,
  };
}

function signalReading(recorded: RecordedSignal, at: number, labelsOf: LabelsOf): SignalReading {
  const { signal, tookMs } = recorded;
  const about = { signal, tookMs, ...answererOf(recorded) };
  if (recorded.kind === 'failed') return { ...about, kind: 'failed', fault: faultOf(recorded.fault) };
  return { ...about, kind: 'read', unit: recorded.unit, series: seriesOf(recorded.series, at, labelsOf) };
}

function podsReading(recorded: RecordedPods, at: number, labelsOf: LabelsOf): PodsReading {
  switch (recorded.kind) {
    case 'not-asked':
      return recorded;
    case 'failed':
      return { kind: 'failed', faults: recorded.faults.map(faultOf) };
    case 'read':
      return {
        kind: 'read',
        ...answererOf(recorded),
        cpuCores: seriesOf(recorded.cpuCores, at, labelsOf),
        memoryBytes: seriesOf(recorded.memoryBytes, at, labelsOf),
      };
  }
}

function answererOf({ source, passedOver }: RecordedAnswerer): Answerer {
  if (passedOver === undefined) return { source };
  return { source, passedOver: passedOver.map((one) => ({ source: one.source, fault: faultOf(one.fault) })) };
}

const faultOf = ({ code, message, remedy }: RecordedFault): Fault =>
  new Fault(code, { means: message, remedy }, message);

/** Made when they are gone through: there may be millions. */
function seriesOf(samples: readonly RecordedSample[], at: number, labelsOf: LabelsOf): Iterable<RawSeries> {
  return { [Symbol.iterator]: () => series() };

  function* series(): Generator<RawSeries> {
    for (const [labels, value, ageMs, windowMs] of samples) {
      yield {
        labels: labelsOf(labels),
        value: value ?? Number.NaN,
        takenAt: ageMs === null ? Number.NaN : at - ageMs,
        ...(windowMs === undefined ? {} : { windowMs }),
      };
    }
  }
}
