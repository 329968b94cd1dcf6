import type { Pieces } from '../promql.ts';
import type { LatencyHistogram } from '../query-options.ts';

/** p95 in milliseconds. In an undeduplicated store every bucket is there twice, which leaves quantiles as they are. */
export function latencyByPod({ histogram, unit }: LatencyHistogram, { select, window }: Pieces): string {
  const buckets = `sum by (namespace, pod, le) (rate(${select(`${histogram}_bucket`, 'pod!=""')}[${window}]))`;
  const quantile = `histogram_quantile(0.95, ${buckets})`;
  return unit === 's' ? `1000 * ${quantile}` : quantile;
}
