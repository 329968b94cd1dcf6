import { measureText } from '#load/signals/amount-text.ts';
import type { LoadView } from '#load/load-view.ts';
import { type Measure, measureOf } from '#load/signals/signal.ts';
import type { KnownNode } from '#decisions/rescheduling/problem/known-nodes.ts';
import { hotBeyondPods } from '#decisions/rescheduling/problem/signals-of-pods.ts';

/** Why pods leave a node, by what they are measured by themselves. */
export function reasonOf(node: KnownNode, load: LoadView): string {
  const beyond = hotBeyondPods(load, node.loadRow);
  const hot = hotSignals(node, load)
    .map(({ signal }) => signal)
    .filter((signal) => !beyond.includes(signal));
  return hot.length === 0 ? `node ${node.name} was foretold to be hot` : hotReason(node, hot, load);
}

/** The same by these signals. */
export function hotReason(node: KnownNode, signals: readonly string[], load: LoadView): string {
  const hot = hotSignals(node, load)
    .filter(({ signal }) => signals.includes(signal))
    .map(({ signal, value, threshold, measure }) => {
      if (value === undefined) return `${signal} was above ${threshold}`;
      const share = measureText(value, measure);
      // a verdict outlasts a sample
      return value > threshold
        ? `${signal} ${share} above ${threshold}`
        : `${signal} was above ${threshold}, and is ${share}`;
    });
  return `node ${node.name} is hot: ${hot.join(', ')}`;
}

interface HotSignal {
  readonly signal: string;
  readonly threshold: number;
  readonly measure: Measure;
  readonly value: number | undefined;
}

/** The signals that make a node hot, in their order. */
export function hotSignals({ loadRow }: KnownNode, load: LoadView): readonly HotSignal[] {
  return load
    .explain(loadRow)
    .because.filter(({ verdict }) => verdict === 'hot')
    .map(({ signal, reading, threshold }) => {
      const { unit, denominator } = load.signals.find(({ name }) => name === signal)!;
      return {
        signal,
        threshold,
        measure: measureOf(unit, denominator),
        value: reading.kind === 'known' ? reading.value : undefined,
      };
    });
}
