import { failedSignal, type GatheredSignal, gatherSignal } from '#load/gathering/gather-signal.ts';
import { type GatheredPods, gatherPods } from '#load/gathering/gather-pods.ts';
import type { Judging } from '#load/gathering/judge-sample.ts';
import type { Pass } from '#load/load-store.ts';
import { type NodeIndex, nodeIndexOf } from '#load/gathering/node-index.ts';
import type { SignalSpec } from '#load/signals/signal.ts';
import { reasonCode } from '#load/unknown-reason.ts';
import type { ClusterRoster, RosterNode } from '#ports/cluster-roster.ts';
import type { LoadReading, SignalReading } from '#ports/load-source.ts';

/** Who the series are about. */
export type Population = Pick<ClusterRoster, 'nodes' | 'pods' | 'nodeOfPod'>;

export interface GatherBy {
  readonly signals: readonly SignalSpec[];
  readonly judging: Judging;
  /** The label that is declared to name nodes. */
  readonly label?: string | undefined;
}

/** Whether a signal was read of anybody at all. */
export function namesAnybody(reading: SignalReading): boolean {
  return reading.kind === 'read' && reading.series[Symbol.iterator]().next().done !== true;
}

const ABSENT = reasonCode('absent');

/** What signals read say of the nodes alive, as one pass of the load store. */
export function gatherSignals(
  readings: readonly SignalReading[],
  { nodes, nodeOfPod }: Omit<Population, 'pods'>,
  { signals, judging, label }: GatherBy,
): Pass {
  const index = nodeIndexOf(nodes, { nodeOfPod, ...(label === undefined ? {} : { label }) });
  const gathered = readings.flatMap((reading) => {
    const signal = signals.find(({ name }) => name === reading.signal);
    return signal === undefined ? [] : sinceCreation(gatherOne(reading, signal, index, judging), nodes);
  });
  return { at: judging.now, nodes, signals: gathered };
}

/** What pods read say of the pods alive; nothing where they were not read. */
export function gatherPodsRead(
  { pods: reading }: LoadReading,
  { pods }: Population,
  judging: Judging,
): GatheredPods | undefined {
  return reading.kind === 'read' ? gatherPods(reading, pods, judging) : undefined;
}

function gatherOne(reading: SignalReading, signal: SignalSpec, index: NodeIndex, judging: Judging): GatheredSignal {
  if (reading.kind === 'failed') return failedSignal(signal, reading.source, index);
  const { source, unit, series } = reading;
  return gatherSignal({ signal, source, unit, series }, index, judging);
}

/** What was measured before a node existed was measured on another that had its name. */
function sinceCreation(gathered: GatheredSignal, nodes: readonly RosterNode[]): GatheredSignal {
  const { values, takenAt, why } = gathered;
  nodes.forEach(({ createdAt }, row) => {
    if (Number.isNaN(values[row]!) || !(takenAt[row]! < createdAt)) return;
    values[row] = Number.NaN;
    why[row] = ABSENT;
  });
  return gathered;
}
