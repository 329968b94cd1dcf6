import type { Fault } from '#base/fault.ts';
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
import { bounded } from './bounded.ts';
import type { PrometheusClient } from './http/client.ts';
import { faultOfError } from './http/fault-of-error.ts';
import { prometheusFault } from './http/faults.ts';
import { type Steps, seriesByStep } from './past-steps.ts';
import type { SignalQuery } from './queries.ts';
import { readPast } from './read-past.ts';
import { readSignals } from './read-signals.ts';

const POD_SIGNALS = ['pod-cpu', 'pod-memory'] as const;

/** Load as a Prometheus knows it: one query a signal for the whole cluster, `queries` being those of `queriesOf`. */
export function prometheusSource(client: PrometheusClient, queries: readonly SignalQuery[], clock: Clock): LoadSource {
  const bySignal = new Map(queries.map((query) => [query.signal, query]));
  return {
    name: 'prometheus',
    signals: queries.map(({ signal }) => signal).filter((signal) => !isOfPods(signal)),
    read,
    past,
    close: async () => client.close(),
  };

  async function read({ signals, pods, abort }: ReadAsk): Promise<LoadReading> {
    const wanted = [...signals, ...(pods === 'asked' ? POD_SIGNALS : [])];
    const known = wanted.flatMap((signal) => bySignal.get(signal) ?? []);
    const reading = await readSignals(client, known, { clock, ...(abort === undefined ? {} : { abort }) });
    const read = new Map(reading.signals.map((one) => [one.signal, one]));
    const unknown = wanted.filter((signal) => !bySignal.has(signal));
    return {
      ...reading,
      signals: signals.map((signal) => read.get(signal) ?? unasked(signal)),
      pods: pods === 'asked' ? podsOf(POD_SIGNALS.map((signal) => read.get(signal) ?? unasked(signal))) : NOT_ASKED,
      problems: [...reading.problems, ...unknown.map((signal) => ({ fault: noQuery(signal), signals: [signal] }))],
      isDegraded: reading.isDegraded || unknown.length > 0,
    };
  }

  async function past(ask: PastAsk): Promise<readonly PastStep[]> {
    const { fromMs, toMs, stepMs, abort } = ask;
    const steps: Steps = { fromMs, stepMs, length: Math.max(0, Math.floor((toMs - fromMs) / stepMs) + 1) };
    abort?.throwIfAborted();
    const bySignals = await bounded(client.options.atOnce, ask.signals, (signal) => pastOf(signal, ask, steps));
    return Array.from({ length: steps.length }, (_, step) => ({
      atMs: fromMs + step * stepMs,
      signals: bySignals.map((readingAt) => readingAt(step)),
    }));
  }

  /** One signal's readings, by step. */
  async function pastOf(
    signal: string,
    { abort, ...span }: PastAsk,
    steps: Steps,
  ): Promise<(step: number) => SignalReading> {
    const query = bySignal.get(signal);
    if (query === undefined) return () => unasked(signal);
    const startedAt = clock.now();
    const about = () => ({ signal, source: 'prometheus', tookMs: clock.now() - startedAt }) as const;
    try {
      const matrix = await readPast(client, query, { ...span, ...(abort === undefined ? {} : { signal: abort }) });
      const series = seriesByStep(matrix, steps, query.windowMs);
      const read = { kind: 'read', ...about(), unit: query.unit } as const;
      return (step) => ({ ...read, series: series[step]! });
    } catch (thrown) {
      abort?.throwIfAborted();
      const failed = { kind: 'failed', ...about(), fault: faultOfError(client.shown, thrown) } as const;
      return () => failed;
    }
  }
}

const NOT_ASKED: PodsReading = { kind: 'not-asked' };

function isOfPods(signal: string): boolean {
  return POD_SIGNALS.some((each) => each === signal);
}

function unasked(signal: string): SignalReading {
  return { kind: 'failed', signal, source: 'prometheus', tookMs: 0, fault: noQuery(signal) };
}

function noQuery(signal: string): Fault {
  return prometheusFault('prometheus/no-query', `reading ${signal}: no query is configured for it`);
}

function podsOf(readings: readonly SignalReading[]): PodsReading {
  const faults = readings.flatMap((reading) => (reading.kind === 'failed' ? [reading.fault] : []));
  if (faults.length === readings.length) return { kind: 'failed', faults: [...new Set(faults)] };
  const [cpuCores, memoryBytes] = readings.map((reading) => (reading.kind === 'read' ? reading.series : []));
  return { kind: 'read', source: 'prometheus', cpuCores: cpuCores!, memoryBytes: memoryBytes! };
}
