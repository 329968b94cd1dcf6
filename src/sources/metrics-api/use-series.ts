import { parseInstant } from '#load/instant.ts';
import type { RawSeries } from '#load/sample.ts';
import { amountOf, sumOf } from './amount.ts';
import { parseGoDuration } from './go-duration.ts';
import type { Measured, NodeMetrics, PodMetrics } from './measurements.ts';

/** What was measured, one series a node or pod in each list. */
export interface UseSeries {
  readonly cpuCores: RawSeries[];
  readonly memoryBytes: RawSeries[];
}

type SampledAt = Pick<RawSeries, 'takenAt' | 'windowMs'>;
export type TimesReader = (measured: Measured) => SampledAt;

/** Reads the times of one list, each once: all pods of a node were measured at the same moment. */
export function timesReader(): TimesReader {
  const known = new Map<string, Map<string, SampledAt>>();
  return (measured) => {
    const { timestamp = '', window = '' } = measured;
    const ofWindow = known.get(window) ?? new Map<string, SampledAt>();
    const read = ofWindow.get(timestamp) ?? sampledAt(measured);
    known.set(window, ofWindow.set(timestamp, read));
    return read;
  };
}

/** Takes a node in, by its name. */
export function takeNode(into: UseSeries, { metadata, usage, ...times }: NodeMetrics, sampledAt: TimesReader): void {
  const about = { labels: labelled({ node: metadata?.name }), ...sampledAt(times) };
  into.cpuCores.push({ ...about, value: amountOf(usage?.cpu) });
  into.memoryBytes.push({ ...about, value: amountOf(usage?.memory) });
}

/** Takes a pod in, by its namespace and name: the sum of its containers, or no number where one of them has none. */
export function takePod(
  into: UseSeries,
  { metadata, containers = [], ...times }: PodMetrics,
  sampledAt: TimesReader,
): void {
  const about = { labels: labelled({ namespace: metadata?.namespace, pod: metadata?.name }), ...sampledAt(times) };
  into.cpuCores.push({ ...about, value: sumOf(containers.map(({ usage }) => usage?.cpu)) });
  into.memoryBytes.push({ ...about, value: sumOf(containers.map(({ usage }) => usage?.memory)) });
}

/** There can be as many as there are pods: made without a detour. */
function labelled(labels: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const known: Record<string, string> = {};
  for (const name in labels) if (labels[name] !== undefined) known[name] = labels[name];
  return known;
}

/** The measurement's own time; one that cannot be read is none, so that the sample is too old. */
function sampledAt({ timestamp = '', window = '' }: Measured): SampledAt {
  const windowMs = parseGoDuration(window);
  return { takenAt: parseInstant(timestamp) ?? Number.NaN, ...(windowMs === undefined ? {} : { windowMs }) };
}
