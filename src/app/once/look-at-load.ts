import type { Fault } from '#base/fault.ts';
import type { Config } from '#app/config/schema.ts';
import { type LoadSources, openLoadSources } from '#app/load-sources.ts';
import { type Look, lookOnce, type Observing } from '#controllers/look-once.ts';
import type { Clock } from '#ports/clock.ts';
import type { LoadReading } from '#ports/load-source.ts';
import { type ClusterLists, rosterOf } from './cluster-lists.ts';
import { lookFault } from './faults.ts';
import type { OpenCluster } from './open-cluster.ts';

export interface LoadAsk {
  readonly pods: 'asked' | 'not-asked';
  readonly observeForMs: number;
  readonly observing: Observing;
  /** How far back the use of pods is asked for; absent: not at all. */
  readonly historyMs?: number;
}

/** Looks at the load of those listed, through the sources configured. */
export async function lookAtLoad(cluster: OpenCluster, lists: ClusterLists, ask: LoadAsk): Promise<Look> {
  const sources = openLoadSources(cluster.config, cluster.client, cluster.clock);
  try {
    return await lookThrough(sources, cluster, { lists, ...ask });
  } finally {
    await sources.source.close();
  }
}

/** Through sources that are open already, and stay so. */
export function lookThrough(
  { source, signals, nodeLabel, sampleEveryMs }: LoadSources,
  { clock, config, signal }: { readonly clock: Clock; readonly config: Config; readonly signal: AbortSignal },
  { lists, pods, observeForMs, observing, historyMs = 0 }: LoadAsk & { readonly lists: ClusterLists },
): Promise<Look> {
  const lines = { signals, options: config.load, prefix: config.annotations.prefix };
  const { intervalMs } = config.sources;
  const options = { lines, nodeLabel, intervalMs, sampleEveryMs, pods, observeForMs, historyMs };
  const roster = rosterOf(lists, clock.now());
  return lookOnce({ clock, source, roster }, options, { signal, observing });
}

/** Throws where no source answered at all. */
export function needLoad({ reading }: Pick<Look, 'reading'>): void {
  const isRead = reading.signals.some(({ kind }) => kind === 'read') || reading.pods.kind === 'read';
  if (isRead) return;
  const faults = [...new Set(faultsIn(reading))];
  const why = [...new Set(faults.map(({ message }) => message))];
  const [first] = faults;
  throw lookFault('look/no-load', `reading load: no source answered: ${why.join('; ') || 'none is configured'}`, {
    cause: first,
  });
}

function faultsIn({ signals, problems }: LoadReading): readonly Fault[] {
  return [
    ...signals.flatMap(({ passedOver = [] }) => passedOver.map(({ fault }) => fault)),
    ...problems.map(({ fault }) => fault),
  ];
}
