import type { ClusterClock } from '#app/cluster-clock.ts';
import type { Journal } from '#ports/journal.ts';
import { span } from '#views/span.ts';

/** More than whole seconds and a slow network leave open. */
const SKEWED_MS = 5000;

/** Tells of a machine whose clock is not the API server's. */
export function tellSkew(journal: Journal, { machineAheadMs }: Pick<ClusterClock, 'machineAheadMs'>): void {
  if (machineAheadMs === 'unknown' || Math.abs(machineAheadMs) <= SKEWED_MS) return;
  const skew = `${span(Math.abs(machineAheadMs))} ${machineAheadMs > 0 ? 'ahead of' : 'behind'}`;
  const reasons = [`This machine's clock is ${skew} that of the API server, by which we go.`];
  journal.record({ kind: 'clock-skewed', reasons, facts: { aheadMs: machineAheadMs } });
}
