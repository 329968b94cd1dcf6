import type { RecordedHistory } from '#simulation/backtest/recorded-history.ts';

/** What of a history is not known and had to be taken for granted: whole sentences but for their capital. */
export function unknownRemarks({ nodes, pods, steps }: RecordedHistory): readonly string[] {
  const samples = pods.reduce((sum, { from, until }) => sum + until - from, 0);
  const missing = pods.reduce((sum, { from, until, used }) => sum + gapsIn(used.subarray(from, until)), 0);
  const share = Math.round((100 * missing) / samples);
  const unmeasured = nodes.filter(({ used }) => used.every((cores) => Number.isNaN(cores))).length;
  return [
    ...(share > 0 ? [`${share} % of what pods used is not known and taken to be what was last known`] : []),
    ...(unmeasured > 0 && steps > 0 ? [`of ${unmeasured} nodes only what their pods used is known`] : []),
  ];
}

const gapsIn = (used: Float64Array): number => used.reduce((count, cores) => count + Number(Number.isNaN(cores)), 0);
