import type { Fault } from '#base/fault.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { Resource } from '#kube/client/resource.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import type { Decoder } from '#kube/decode/decoder.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { Clock } from '#ports/clock.ts';
import type {
  LoadReading,
  LoadSource,
  PodsReading,
  ReadAsk,
  SignalReading,
  SourceProblem,
} from '#ports/load-source.ts';
import { faultOfAsk } from './fault-of-ask.ts';
import { metricsApiFault } from './faults.ts';
import { nodeMetricsDecoder, podMetricsDecoder } from './measurements.ts';
import { GROUP, ServedVersion } from './served-version.ts';
import { takeNode, takePod, type TimesReader, timesReader, type UseSeries } from './use-series.ts';

export interface MetricsApiOptions {
  /** For one list, its body included. */
  readonly deadlineMs: number;
}

export const metricsApiDefaults: MetricsApiOptions = { deadlineMs: 25_000 };

const nodes = { group: GROUP, plural: 'nodes', kind: 'NodeMetrics', namespaced: false };
const pods = { group: GROUP, plural: 'pods', kind: 'PodMetrics', namespaced: true };

export const metricsApiRights: readonly PolicyRule[] = [rightOf(nodes, 'list'), rightOf(pods, 'list')];

/** In what it measures, and where it stands in a list. */
const MEASURED = {
  cpu: { unit: 'cores', of: 'cpuCores' },
  memory: { unit: 'bytes', of: 'memoryBytes' },
} as const;

/** A list of everybody measured, or why there is none. */
type Listed =
  | { readonly kind: 'listed'; readonly use: UseSeries; readonly tookMs: number; readonly empty?: Fault }
  | { readonly kind: 'failed'; readonly fault: Fault; readonly tookMs: number };

/** Load as metrics.k8s.io knows it: what kubelets measured, in one list of nodes and one of pods. It remembers nothing. */
export function metricsApiSource(
  client: KubeClient,
  clock: Clock,
  options: MetricsApiOptions = metricsApiDefaults,
): LoadSource {
  const version = new ServedVersion(client);
  const ofNodes = { resource: nodes, decoder: nodeMetricsDecoder(), take: takeNode };
  const ofPods = { resource: pods, decoder: podMetricsDecoder(), take: takePod };
  return {
    name: 'metrics-api',
    signals: Object.keys(MEASURED),
    read,
    past: () => Promise.resolve([]),
    close: () => Promise.resolve(), // the client is its owner's
  };

  async function read(ask: ReadAsk): Promise<LoadReading> {
    const measured = ask.signals.filter(isMeasured);
    const [nodeList, podList] = await Promise.all([
      measured.length === 0 ? undefined : listed(ofNodes, ask.abort),
      ask.pods === 'not-asked' ? undefined : listed(ofPods, ask.abort),
    ]);
    const problems = [
      ...problemOf(nodeList, measured),
      ...problemOf(podList, ['pod-cpu', 'pod-memory']),
      ...ask.signals
        .filter((signal) => !isMeasured(signal))
        .map((signal) => problemWith(notMeasured(signal), [signal])),
    ];
    return {
      signals: ask.signals.map((signal) => readingOf(signal, nodeList)),
      pods: podsOf(podList),
      problems,
      warnings: [],
      isDegraded: problems.length > 0,
    };
  }

  async function listed<T>(what: Listing<T>, abort: AbortSignal | undefined): Promise<Listed> {
    const startedAt = clock.now();
    const use: UseSeries = { cpuCores: [], memoryBytes: [] };
    try {
      await whereServed(abort, (served) => list(what, { version: served, use, abort }));
      const tookMs = clock.now() - startedAt;
      return { kind: 'listed', use, tookMs, ...(use.cpuCores.length === 0 ? { empty: nobody(what.resource) } : {}) };
    } catch (thrown) {
      abort?.throwIfAborted();
      return { kind: 'failed', fault: faultOfAsk(thrown), tookMs: clock.now() - startedAt };
    }
  }

  /** Asks in the version known; once more where that is gone: another may have taken its place. */
  async function whereServed(abort: AbortSignal | undefined, ask: (version: string) => Promise<void>): Promise<void> {
    const served = await version.find(abort);
    try {
      await ask(served);
    } catch (thrown) {
      if (!(thrown instanceof KubeFault) || thrown.code !== 'kube/not-found') throw thrown;
      version.forget();
      const now = await version.find(abort);
      if (now === served) throw thrown;
      await ask(now);
    }
  }

  function list<T>({ resource, decoder, take }: Listing<T>, { version: served, use, abort }: Listable): Promise<void> {
    const times = timesReader();
    return client.stream<T>(
      { ...resource, version: served },
      { decoder, take: (item) => take(use, item, times), deadlineMs: options.deadlineMs, signal: abort },
    );
  }
}

interface Listing<T> {
  readonly resource: Omit<Resource, 'version'>;
  readonly decoder: Decoder<T>;
  readonly take: (into: UseSeries, item: T, times: TimesReader) => void;
}

interface Listable {
  readonly version: string;
  readonly use: UseSeries;
  readonly abort: AbortSignal | undefined;
}

function isMeasured(signal: string): signal is keyof typeof MEASURED {
  return Object.hasOwn(MEASURED, signal);
}

function readingOf(signal: string, list: Listed | undefined): SignalReading {
  if (!isMeasured(signal) || list === undefined) {
    return { kind: 'failed', signal, source: 'metrics-api', fault: notMeasured(signal), tookMs: 0 };
  }
  const about = { signal, source: 'metrics-api', tookMs: list.tookMs } as const;
  if (list.kind === 'failed') return { kind: 'failed', ...about, fault: list.fault };
  const { unit, of } = MEASURED[signal];
  return { kind: 'read', ...about, unit, series: list.use[of] };
}

function podsOf(list: Listed | undefined): PodsReading {
  if (list === undefined) return { kind: 'not-asked' };
  if (list.kind === 'failed') return { kind: 'failed', faults: [list.fault] };
  return { kind: 'read', source: 'metrics-api', ...list.use };
}

function problemOf(list: Listed | undefined, signals: readonly string[]): readonly SourceProblem[] {
  const fault = list?.kind === 'failed' ? list.fault : list?.empty;
  return fault === undefined ? [] : [problemWith(fault, signals)];
}

function problemWith(fault: Fault, signals: readonly string[]): SourceProblem {
  return { fault, signals };
}

function nobody({ plural }: Pick<Resource, 'plural'>): Fault {
  return metricsApiFault('metrics/no-metrics', `listing ${plural} of ${GROUP}: there are none`, { retry: 'soon' });
}

function notMeasured(signal: string): Fault {
  return metricsApiFault('metrics/not-measured', `reading ${signal}: ${GROUP} knows nothing of it`);
}
