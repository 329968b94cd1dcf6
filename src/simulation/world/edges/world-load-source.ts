import type { RawSeries } from '#load/sample.ts';
import type { Unit } from '#load/signals/signal.ts';
import type {
  LoadReading,
  LoadSource,
  PastStep,
  PodsReading,
  ReadAsk,
  SignalReading,
  SourceProblem,
} from '#ports/load-source.ts';
import { fault } from '#simulation/faults.ts';
import type { Scrapes } from '#simulation/world/nodes/scrapes.ts';
import type { Workings } from '#simulation/world/nodes/workings.ts';

const SOURCE = 'prometheus';

const UNITS: Readonly<Record<string, Unit>> = { cpu: 'ratio', memory: 'ratio', load: 'count' };

/** What a Prometheus in the world would answer: rates over a window and gauges of what was scraped. It remembers no past. */
export class WorldLoadSource implements LoadSource {
  readonly name: typeof SOURCE = SOURCE;
  readonly signals: readonly string[] = Object.keys(UNITS);
  readonly #workings: Workings;
  readonly #scrapes: Scrapes;
  readonly #windowMs: number;
  #isBlind: boolean = false;

  constructor(workings: Workings, scrapes: Scrapes, windowMs: number) {
    this.#workings = workings;
    this.#scrapes = scrapes;
    this.#windowMs = windowMs;
  }

  /** From now on it answers nothing, or answers again. */
  blind(isBlind: boolean): void {
    this.#isBlind = isBlind;
  }

  async read({ signals, pods, abort }: ReadAsk): Promise<LoadReading> {
    await Promise.resolve();
    abort?.throwIfAborted();
    const down = this.#isBlind
      ? fault('simulation/blind', 'reading load: nobody answers', { retry: 'soon' })
      : undefined;
    const readings = signals.map((signal): SignalReading => {
      const about = { source: SOURCE, signal, tookMs: 0 } as const;
      const unit = UNITS[signal];
      if (down !== undefined) return { ...about, kind: 'failed', fault: down };
      if (unit === undefined)
        return {
          ...about,
          kind: 'failed',
          fault: fault('simulation/blind', `reading ${signal}: there is no such signal`),
        };
      return { ...about, kind: 'read', unit, series: this.#series(signal) };
    });
    const podsReading: PodsReading =
      pods === 'not-asked'
        ? { kind: 'not-asked' }
        : down === undefined
          ? this.#pods()
          : { kind: 'failed', faults: [down] };
    const problems = problemsIn(readings, podsReading);
    return { signals: readings, pods: podsReading, problems, warnings: [], isDegraded: problems.length > 0 };
  }

  async past(): Promise<readonly PastStep[]> {
    return [];
  }

  async close(): Promise<void> {}

  #series(signal: string): RawSeries[] {
    const series: RawSeries[] = [];
    for (const node of this.#workings.nodes.values()) {
      const labels = { node: node.name };
      if (signal === 'cpu') {
        const rate = this.#scrapes.nodeCores(node.name, this.#windowMs);
        if (rate !== undefined) {
          series.push({ labels, value: rate.cores / node.cores, takenAt: rate.takenAt, windowMs: this.#windowMs });
        }
        continue;
      }
      const gauge = this.#scrapes.nodeGauge(node.name, signal === 'memory' ? 'memory' : 'load');
      if (gauge === undefined) continue;
      series.push({
        labels,
        value: signal === 'memory' ? gauge.value / node.memoryBytes : gauge.value,
        takenAt: gauge.takenAt,
      });
    }
    return series;
  }

  #pods(): PodsReading {
    const cpuCores: RawSeries[] = [];
    const memoryBytes: RawSeries[] = [];
    for (const node of this.#workings.nodes.values()) {
      for (const pod of node.pods.values()) {
        const { labels } = pod;
        const rate = this.#scrapes.podCores(pod, node.name, this.#windowMs);
        if (rate !== undefined)
          cpuCores.push({ labels, value: rate.cores, takenAt: rate.takenAt, windowMs: this.#windowMs });
        const memory = this.#scrapes.podMemory(pod);
        if (memory !== undefined) memoryBytes.push({ labels, ...memory });
      }
    }
    return { kind: 'read', source: SOURCE, cpuCores, memoryBytes };
  }
}

/** Each fault once, with all it concerns; a source that names nobody has a problem too. */
function problemsIn(readings: readonly SignalReading[], pods: PodsReading): SourceProblem[] {
  const failed = readings.flatMap((one) => {
    if (one.kind === 'failed') return [{ fault: one.fault, signal: one.signal }];
    const isEmpty = [...one.series].length === 0;
    return isEmpty
      ? [{ fault: fault('simulation/blind', `reading ${one.signal}: it names nobody`), signal: one.signal }]
      : [];
  });
  if (pods.kind === 'failed')
    for (const signal of ['pod-cpu', 'pod-memory']) failed.push({ fault: pods.faults[0]!, signal });
  return [...Map.groupBy(failed, (one) => one.fault)].map(([of, concerned]) => ({
    fault: of,
    signals: concerned.map(({ signal }) => signal),
  }));
}
