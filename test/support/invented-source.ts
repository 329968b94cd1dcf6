import { Fault } from '#base/fault.ts';
import type { RawSeries } from '#load/sample.ts';
import type { Unit } from '#load/signals/signal.ts';
import type {
  LoadReading,
  LoadSource,
  LoadSourceName,
  PastAsk,
  PastStep,
  PodsReading,
  ReadAsk,
  SignalReading,
  SourceProblem,
} from '#ports/load-source.ts';

/** What one signal of an invented source says. */
export interface Invented {
  readonly unit?: Unit;
  /** Value by node. */
  readonly values: Readonly<Record<string, number>>;
  readonly takenAt?: number;
}

export interface InventedSourceOptions {
  readonly name?: LoadSourceName;
  readonly signals?: Readonly<Record<string, Invented | 'fails'>>;
  readonly pods?: { readonly cpuCores: readonly RawSeries[]; readonly memoryBytes: readonly RawSeries[] };
  /** Nobody answers. */
  readonly isDown?: boolean;
  /** Whether it remembers: then everything was always as it is. */
  readonly remembers?: boolean;
}

export interface InventedSource extends LoadSource {
  readonly name: LoadSourceName;
  /** What was asked of it, in order. */
  readonly asked: readonly string[];
  readonly isClosed: () => boolean;
}

/** A source of load that says what it is told to. */
export function inventedSource(options: InventedSourceOptions = {}): InventedSource {
  const { name = 'prometheus', signals = {}, isDown = false, remembers = false } = options;
  const asked: string[] = [];
  let closed = false;
  return { name, signals: Object.keys(signals), asked, isClosed: () => closed, read, past, close };

  async function read({ signals: wanted, pods, abort }: ReadAsk): Promise<LoadReading> {
    asked.push([...wanted, ...(pods === 'asked' ? ['pods'] : [])].join(' '));
    await Promise.resolve();
    abort?.throwIfAborted();
    const readings = wanted.map((signal) => readingOf(signal));
    const problems = [...problemsOf(readings), ...(pods === 'asked' ? podProblems() : [])];
    return {
      signals: readings,
      pods: pods === 'asked' ? podsReading() : { kind: 'not-asked' },
      problems,
      warnings: [],
      isDegraded: problems.length > 0,
    };
  }

  async function past({ signals: wanted, fromMs, toMs, stepMs, abort }: PastAsk): Promise<readonly PastStep[]> {
    await Promise.resolve();
    abort?.throwIfAborted();
    if (!remembers) return [];
    return Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, step) => {
      const atMs = fromMs + step * stepMs;
      return { atMs, signals: wanted.map((signal) => readingOf(signal, atMs)) };
    });
  }

  async function close(): Promise<void> {
    closed = true;
  }

  function readingOf(signal: string, atMs?: number): SignalReading {
    const about = { signal, source: name, tookMs: 1 } as const;
    const said = signals[signal];
    if (isDown) return { kind: 'failed', ...about, fault: DOWN };
    if (said === undefined || said === 'fails') return { kind: 'failed', ...about, fault: fault(`${signal} fails`) };
    const { unit = 'ratio', values, takenAt = 0 } = said;
    const series = Object.entries(values).map(([node, value]) => ({
      labels: { node },
      value,
      takenAt: atMs ?? takenAt,
    }));
    return { kind: 'read', ...about, unit, series };
  }

  function podsReading(): PodsReading {
    if (isDown) return { kind: 'failed', faults: [DOWN] };
    const { pods } = options;
    return pods === undefined ? { kind: 'failed', faults: [NO_PODS] } : { kind: 'read', source: name, ...pods };
  }

  function podProblems(): readonly SourceProblem[] {
    const reading = podsReading();
    return reading.kind === 'failed' ? [{ fault: reading.faults[0]!, signals: ['pod-cpu', 'pod-memory'] }] : [];
  }
}

function problemsOf(readings: readonly SignalReading[]): readonly SourceProblem[] {
  const complaints = readings.flatMap((reading) => {
    const { signal } = reading;
    if (reading.kind === 'failed') return [{ signal, fault: reading.fault }];
    return [...reading.series].length > 0 ? [] : [{ signal, fault: fault(`${signal} names nobody`) }];
  });
  return [...Map.groupBy(complaints, ({ fault: one }) => one)].map(([one, of]) => ({
    fault: one,
    signals: of.map(({ signal }) => signal),
  }));
}

function fault(message: string): Fault {
  return new Fault('invented/fails', { means: 'It was told to fail.', remedy: 'tell it otherwise' }, message);
}

const DOWN = fault('nobody answers');
const NO_PODS = fault('pods are not known');
