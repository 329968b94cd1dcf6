import { Fault } from '#base/fault.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { Resource } from '#kube/client/resource.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import type { RawSeries } from '#load/sample.ts';
import { measureOf, type SignalSpec } from '#load/signals/signal.ts';
import type { Clock } from '#ports/clock.ts';
import type { LoadReading, LoadSource, PodsReading, ReadAsk, SignalReading } from '#ports/load-source.ts';
import { annotationsFault } from './faults.ts';
import { annotatedNodeDecoder, takeAnnotated } from './published-series.ts';

export interface AnnotationsSourceOptions {
  /** What every key begins with. */
  readonly prefix: string;
  /** For the list, its body included. */
  readonly deadlineMs: number;
}

export const annotationsSourceDefaults: Omit<AnnotationsSourceOptions, 'prefix'> = { deadlineMs: 25_000 };

const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };

export const annotationsSourceRights: readonly PolicyRule[] = [rightOf(nodes, 'list')];

/** What nodes carry, by signal; or why that is not known. */
type Listed =
  | { readonly kind: 'listed'; readonly published: ReadonlyMap<string, readonly RawSeries[]>; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly fault: Fault; readonly tookMs: number };

/** Load as it is published on nodes, in one list of them: where neither Prometheus nor metrics.k8s.io can be reached. */
export function annotationsSource(
  client: KubeClient,
  signals: readonly SignalSpec[],
  clock: Clock,
  options: AnnotationsSourceOptions,
): LoadSource {
  const bySignal = new Map(signals.map((signal) => [signal.name, signal]));
  const decoder = annotatedNodeDecoder(signals, options.prefix);
  return {
    name: 'annotations',
    signals: [...bySignal.keys()],
    read,
    past: () => Promise.resolve([]),
    close: () => Promise.resolve(), // the client is its owner's
  };

  async function read(ask: ReadAsk): Promise<LoadReading> {
    const list = await listed(ask);
    const readings = ask.signals.map((signal) => readingOf(signal, list));
    const faults = Map.groupBy(readings.flatMap(complaintOf), ({ fault }) => fault);
    const problems = [...faults].map(([fault, of]) => ({ fault, signals: of.map(({ signal }) => signal) }));
    const ofPods = ask.pods === 'asked' ? [{ fault: notPublished('pods'), signals: ['pod-cpu', 'pod-memory'] }] : [];
    return {
      signals: readings,
      pods: podsOf(ask),
      problems: [...problems, ...ofPods],
      warnings: [],
      isDegraded: problems.length + ofPods.length > 0,
    };
  }

  async function listed({ signals: wanted, abort }: ReadAsk): Promise<Listed> {
    const published = new Map<string, RawSeries[]>(wanted.map((signal) => [signal, []]));
    const startedAt = clock.now();
    if (wanted.every((signal) => !bySignal.has(signal))) return { kind: 'listed', published, tookMs: 0 };
    try {
      await client.stream(nodes, {
        decoder,
        take: (node) => takeAnnotated(published, node, { signals, prefix: options.prefix }),
        deadlineMs: options.deadlineMs,
        signal: abort,
      });
      return { kind: 'listed', published, tookMs: clock.now() - startedAt };
    } catch (thrown) {
      abort?.throwIfAborted();
      if (!(thrown instanceof Fault)) throw thrown;
      return { kind: 'failed', fault: thrown, tookMs: clock.now() - startedAt };
    }
  }

  function readingOf(signal: string, list: Listed): SignalReading {
    const about = { signal, source: 'annotations', tookMs: list.tookMs } as const;
    const spec = bySignal.get(signal);
    if (spec === undefined) return { kind: 'failed', ...about, fault: notPublished(signal) };
    if (list.kind === 'failed') return { kind: 'failed', ...about, fault: list.fault };
    // published is what was kept: divided already
    const unit = measureOf(spec.unit, spec.denominator);
    return { kind: 'read', ...about, unit, series: list.published.get(signal)! };
  }

  function complaintOf(reading: SignalReading): readonly { readonly signal: string; readonly fault: Fault }[] {
    const { signal } = reading;
    if (reading.kind === 'failed') return [{ signal, fault: reading.fault }];
    const [first] = reading.series;
    if (first !== undefined) return [];
    const fault = annotationsFault('annotations/none', `listing nodes: none carries ${options.prefix}${signal}`);
    return [{ signal, fault }];
  }
}

function podsOf({ pods }: ReadAsk): PodsReading {
  return pods === 'asked' ? { kind: 'failed', faults: [notPublished('pods')] } : { kind: 'not-asked' };
}

function notPublished(what: string): Fault {
  return annotationsFault('annotations/not-published', `reading ${what} from annotations: it is not published there`);
}
