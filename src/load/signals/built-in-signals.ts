import type { AnnotationsOptions } from '#load/annotation-options.ts';
import type { LoadOptions } from '#load/options.ts';
import { releaseOf, type SignalSpec } from './signal.ts';

/** A busy share can pass 1 by a scrape's jitter or a small denominator; beyond this it is a percent, or nonsense. */
export const mostBusy = 1.5;
/** Runnable and blocked tasks a core: thousands are seen on a node whose storage hangs. */
const MOST_LOAD = 10_000;
const MOST_LATENCY_MS = 3_600_000;

/** The four signals that need no definition, in the order they are shown. */
export function builtInSignals(load: LoadOptions, annotations: AnnotationsOptions): readonly SignalSpec[] {
  const { thresholds, coolMargin } = load;
  const line = (threshold: number) => ({ threshold, release: releaseOf(threshold, coolMargin), least: 0 });
  const moved = { kind: 'amount', by: annotations.step } as const;
  const byNode = { join: 'node', duplicates: 'newest' } as const;
  return [
    {
      name: 'cpu',
      unit: 'ratio',
      denominator: 'capacity-cpu',
      ...byNode,
      ...line(thresholds.cpu),
      most: mostBusy,
      step: moved,
      essential: true,
    },
    {
      name: 'memory',
      unit: 'ratio',
      denominator: 'capacity-memory',
      ...byNode,
      ...line(thresholds.memory),
      most: mostBusy,
      step: moved,
      essential: true,
    },
    {
      // the plain load average, divided by the cores Kubernetes knows: counting CPU series counts a replica twice
      name: 'load',
      unit: 'count',
      denominator: 'capacity-cpu',
      ...byNode,
      ...line(thresholds.load),
      most: MOST_LOAD,
      step: moved,
      share: 'waiting',
      essential: false,
    },
    {
      // a node has as many latencies as services: its latency is the worst of them
      name: 'latency',
      unit: 'milliseconds',
      denominator: 'none',
      join: 'pod',
      duplicates: 'max',
      ...line(thresholds.latencyMs),
      most: MOST_LATENCY_MS,
      step: { kind: 'share', by: annotations.latencyStep },
      essential: false,
    },
  ];
}
