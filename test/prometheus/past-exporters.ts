import type { PastSeries } from './backfill.ts';

type Labels = Readonly<Record<string, string>>;

/** When something was scraped. */
export type Scraped = Pick<PastSeries, 'from' | 'to' | 'everySeconds'>;

/** A counter that grows evenly. */
export const counter = (metric: string, labels: Labels, perSecond: number, scraped: Scraped): PastSeries => ({
  metric,
  labels,
  ...scraped,
  at: (seconds) => 1000 + perSecond * seconds,
});

/** A gauge that stays. */
export const gauge = (metric: string, labels: Labels, value: number | string, scraped: Scraped): PastSeries => ({
  metric,
  labels,
  ...scraped,
  at: () => value,
});

/** node_exporter's CPU counters of a node that is busy to this degree; a tenth of the rest waits for disks. */
export function cpuCounters(
  labels: Labels,
  node: { readonly cpus: number; readonly busy: number },
  scraped: Scraped,
): PastSeries[] {
  const rest = 1 - node.busy;
  const shares = { user: node.busy * 0.75, system: node.busy * 0.25, idle: rest * 0.9, iowait: rest * 0.1, steal: 0 };
  return Array.from({ length: node.cpus }, (_, cpu) =>
    Object.entries(shares).map(([mode, share]) =>
      counter('node_cpu_seconds_total', { ...labels, cpu: String(cpu), mode }, share, scraped),
    ),
  ).flat();
}

/** windows_exporter's CPU counters. */
export const windowsCpuCounters = (labels: Labels, busy: number, scraped: Scraped): PastSeries[] =>
  ['0,0', '0,1'].flatMap((core) => [
    counter('windows_cpu_time_total', { ...labels, core, mode: 'idle' }, 1 - busy, scraped),
    counter('windows_cpu_time_total', { ...labels, core, mode: 'user' }, busy, scraped),
  ]);

/** node_exporter's memory gauges, as far as they are given, in bytes. */
export const memoryGauges = (
  labels: Labels,
  fields: Readonly<Record<string, number>>,
  scraped: Scraped,
): PastSeries[] =>
  Object.entries(fields).map(([name, bytes]) => gauge(`node_memory_${name}_bytes`, labels, bytes, scraped));

/** A histogram of `perSecond` requests, each within the bound given (`+Inf` stands above them all). */
export const histogram = (
  metric: string,
  labels: Labels,
  perSecond: Readonly<Record<string, number>>,
  scraped: Scraped,
): PastSeries[] =>
  Object.entries(perSecond).map(([le, rate]) => counter(`${metric}_bucket`, { ...labels, le }, rate, scraped));
