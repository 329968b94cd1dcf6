import type { Size } from '#api/node-size.ts';
import { placeOf } from '#load/heat.ts';
import type { LoadView, NodeRow } from '#load/load-view.ts';
import type { Verdict } from '#load/verdict.ts';

/**
 * The signals of which each pod's share is measured, and what it is a share of: of these alone a plan can tell what a node
 * will be without a pod or with another. A load average, a latency or a stall is the node's, and nobody knows whose.
 */
export const signalsOfPods: Readonly<Record<'cpu' | 'memory', keyof Size>> = {
  cpu: 'cpuCores',
  memory: 'memoryBytes',
};

/** Whether pods are measured by it themselves. */
export const isOfPods = (signal: string): boolean => Object.hasOwn(signalsOfPods, signal);

/** How a node stands by what its pods have shares of, and by other signals if any are named. */
export function verdictByPods(load: LoadView, row: NodeRow, also: readonly string[] = []): Verdict {
  const verdicts = load.signals.flatMap(({ name }, at) =>
    isOfPods(name) || also.includes(name) ? [load.signalVerdict(row, at)] : [],
  );
  if (verdicts.includes('hot')) return 'hot';
  return verdicts.every((verdict) => verdict === 'cool') ? 'cool' : 'unknown';
}

/** The signals that make a node hot which are measured of nodes alone. */
export function hotBeyondPods(load: LoadView, row: NodeRow): readonly string[] {
  return load.signals.flatMap(({ name }, at) =>
    !isOfPods(name) && load.signalVerdict(row, at) === 'hot' ? [name] : [],
  );
}

/**
 * Whether a node is cool in all of these that are known of it. What a pod would add there is not known: what lies between
 * the release level and the line is too near to it.
 */
export function isCoolBeyondPods(load: LoadView, row: NodeRow): boolean {
  return load.signals.every((signal, at) => {
    if (isOfPods(signal.name)) return true;
    const value = load.value(row, at);
    return load.signalVerdict(row, at) !== 'hot' && (Number.isNaN(value) || placeOf(value, signal) === 'below');
  });
}
