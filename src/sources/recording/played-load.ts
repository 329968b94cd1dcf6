import type { Clock } from '#ports/clock.ts';
import type {
  LoadReading,
  LoadSource,
  PastAsk,
  PastStep,
  PodsReading,
  ReadAsk,
  SignalReading,
} from '#ports/load-source.ts';
import type { HeardLook } from '#ports/recording.ts';
import { recordingFault } from './faults.ts';

/** What of a look is about load. */
export type HeardLoad = Pick<HeardLook, 'begunAt' | 'readAt' | 'past' | 'reading'>;

/** A recorded look, to be taken again: its load, and the time that it was. */
export interface PlayedLoad {
  readonly source: LoadSource;
  readonly clock: Clock;
}

/**
 * Takes a look again. What was said of the past in it and in those before, and what was read in those before, is the
 * past; the clock stands where it stood when the look began, and once it was read, where it stood then.
 */
export function playedLoad(look: HeardLoad, before: readonly HeardLoad[]): PlayedLoad {
  const { begunAt, readAt, reading } = look;
  const past = pastBySignal(look, before);
  let now = begunAt;
  return {
    source: {
      name: 'mixed',
      signals: reading.signals.map(({ signal }) => signal),
      async read(ask) {
        await unlessAborted(ask);
        now = readAt;
        return answered(reading, ask);
      },
      async past(ask) {
        await unlessAborted(ask);
        return stepsOf(past, ask);
      },
      close: () => Promise.resolve(),
    },
    clock: { now: () => now, sleep: () => Promise.resolve() },
  };
}

async function unlessAborted({ abort }: { readonly abort?: AbortSignal }): Promise<void> {
  await Promise.resolve();
  abort?.throwIfAborted();
}

interface Remembered {
  readonly at: number;
  readonly reading: SignalReading;
}

type PastBySignal = ReadonlyMap<string, readonly Remembered[]>;

/** Of each signal, by time; of what was told twice, what was told last. */
function pastBySignal(look: HeardLoad, before: readonly HeardLoad[]): PastBySignal {
  const bySignal = new Map<string, Map<number, SignalReading>>();
  const remember = (at: number, reading: SignalReading): void => {
    const known = bySignal.get(reading.signal) ?? new Map<number, SignalReading>();
    bySignal.set(reading.signal, known.set(at, reading));
  };
  const rememberPast = ({ past }: HeardLoad): void => {
    for (const { atMs, signals } of past) for (const signal of signals) remember(atMs, signal);
  };
  for (const one of before) {
    rememberPast(one);
    for (const signal of [...one.reading.signals, ...podSignals(one.reading)]) remember(one.readAt, signal);
  }
  rememberPast(look);
  const sorted = (readings: ReadonlyMap<number, SignalReading>): readonly Remembered[] =>
    Array.from(readings, ([at, reading]) => ({ at, reading })).toSorted((a, b) => a.at - b.at);
  return new Map(Array.from(bySignal, ([signal, readings]) => [signal, sorted(readings)]));
}

function podSignals({ pods }: LoadReading): readonly SignalReading[] {
  if (pods.kind !== 'read') return [];
  const about = { kind: 'read', source: pods.source, tookMs: 0 } as const;
  return [
    { ...about, signal: 'pod-cpu', unit: 'cores', series: pods.cpuCores },
    { ...about, signal: 'pod-memory', unit: 'bytes', series: pods.memoryBytes },
  ];
}

/** At each instant asked for, the newest that is no older than a step. */
function stepsOf(past: PastBySignal, { signals, fromMs, toMs, stepMs }: PastAsk): readonly PastStep[] {
  const steps: PastStep[] = [];
  for (let at = fromMs; at <= toMs; at += stepMs) {
    const found = signals.flatMap((signal) => newestIn(past.get(signal) ?? [], at - stepMs, at) ?? []);
    if (found.length > 0) {
      steps.push({ atMs: Math.max(...found.map((one) => one.at)), signals: found.map(({ reading }) => reading) });
    }
  }
  return steps;
}

/** The newest after one instant, and not after another. */
function newestIn(readings: readonly Remembered[], after: number, until: number): Remembered | undefined {
  const newest = readings.findLast(({ at }) => at <= until);
  return newest !== undefined && newest.at > after ? newest : undefined;
}

/** Of what was read, what is asked for now. */
function answered(reading: LoadReading, { signals, pods }: ReadAsk): LoadReading {
  const known = new Map(reading.signals.map((one) => [one.signal, one]));
  const asked = new Set(pods === 'asked' ? [...signals, ...podNames] : signals);
  const problems = [
    ...reading.problems.flatMap(({ fault, signals: of }) => {
      const still = of.filter((signal) => asked.has(signal));
      return still.length === 0 ? [] : [{ fault, signals: still }];
    }),
    ...signals
      .filter((signal) => !known.has(signal))
      .map((signal) => ({ fault: notRecorded(signal), signals: [signal] })),
  ];
  return {
    signals: signals.map((signal): SignalReading => known.get(signal) ?? unknownSignal(signal)),
    pods: podsAnswered(reading.pods, pods),
    problems,
    warnings: reading.warnings,
    isDegraded: problems.length > 0 || (reading.isDegraded && reading.warnings.length > 0),
  };
}

const podNames = ['pod-cpu', 'pod-memory'] as const;

function podsAnswered(recorded: PodsReading, asked: ReadAsk['pods']): PodsReading {
  if (asked === 'not-asked') return { kind: 'not-asked' };
  if (recorded.kind !== 'not-asked') return recorded;
  return { kind: 'failed', faults: [notRecorded('pods')] };
}

const unknownSignal = (signal: string): SignalReading => ({
  kind: 'failed',
  signal,
  source: 'prometheus',
  tookMs: 0,
  fault: notRecorded(signal),
});

const notRecorded = (what: string): ReturnType<typeof recordingFault> =>
  recordingFault('recording/not-recorded', `reading ${what} from a recording: it was not asked for then`);
