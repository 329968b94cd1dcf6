import type { Size } from '#api/node-size.ts';
import type { LoadView } from '#load/load-view.ts';
import type { ShareRule, SignalSpec } from '#load/signals/signal.ts';
import type { KnownNode } from './known-nodes.ts';

/** A signal that is measured of nodes alone and shared out among their pods by what these use. */
export interface SharedSignal {
  /** In the load view. */
  readonly at: number;
  readonly spec: SignalSpec & { readonly share: ShareRule };
}

export function sharedSignals(load: LoadView): readonly SharedSignal[] {
  return load.signals.flatMap((spec, at) => {
    const { share } = spec;
    return share === undefined ? [] : [{ at, spec: { ...spec, share } }];
  });
}

/** Of a node whose cores are idle for longer than they are busy, tasks wait for something else: storage, a network, locks. */
const BUSY = 0.5;

/** Whether what waits on a node, beyond what runs there, waits for its cores. `level`: tasks that run or wait. */
export function waitsForCores(level: number, { measured, capacity }: KnownNode): boolean {
  return level <= measured.cpuCores || measured.cpuCores >= BUSY * capacity.cpuCores;
}

/** What a signal's value is a share of on a node, in the signal's unit; 1 where it is a share of nothing. */
export function sharedCapacity({ spec: { denominator } }: SharedSignal, node: KnownNode): number {
  switch (denominator) {
    case 'none':
      return 1;
    case 'capacity-cpu':
      return node.capacity.cpuCores;
    case 'capacity-memory':
      return node.capacity.memoryBytes;
    case 'allocatable-cpu':
      return node.allocatable.cpuCores;
    case 'allocatable-memory':
      return node.allocatable.memoryBytes;
  }
}

/**
 * What a node is taken to bear, as its signal measures: of a hot one the lower of what it bears now and what it bore for long
 * enough, so that a spike moves nothing; of any other the higher, so that a dip draws nothing. NaN where it is not known.
 */
export function sharedValue({ at }: SharedSignal, { loadRow }: KnownNode, load: LoadView): number {
  const [newest, sustained] = [load.value(loadRow, at), load.sustained(loadRow, at)];
  if (load.signalVerdict(loadRow, at) === 'hot') return Math.min(newest, sustained);
  return Number.isNaN(sustained) ? newest : Math.max(newest, sustained);
}

/** What a node is taken to bear in the signal's unit; NaN where it is not known. */
export const sharedLevel = (signal: SharedSignal, node: KnownNode, load: LoadView): number =>
  sharedValue(signal, node, load) * sharedCapacity(signal, node);

/** What of its node's level would go with a pod that uses so much there, in the signal's unit; NaN where nobody knows. */
export function partOf(
  { spec: { share } }: SharedSignal,
  { node, level }: { readonly node: KnownNode; readonly level: number },
  used: Size,
): number {
  const key = share === 'memory' ? 'memoryBytes' : 'cpuCores';
  if (share === 'waiting' && level <= node.measured.cpuCores) return used.cpuCores;
  if (share === 'waiting' && !waitsForCores(level, node)) return Number.NaN;
  const whole = node.measured[key];
  return whole > 0 ? (level * used[key]) / whole : Number.NaN;
}

/** The parts of a pod in all shared signals of its node, as shares of another node: what it would add there, where that is known. */
export function partsOn(
  to: KnownNode,
  { from, used }: { readonly from: KnownNode; readonly used: Size },
  load: LoadView,
): Readonly<Record<string, number>> {
  const parts = sharedSignals(load).map((signal) => {
    const part = partOf(signal, { node: from, level: sharedLevel(signal, from, load) }, used);
    return [signal.spec.name, part / sharedCapacity(signal, to)] as const;
  });
  return Object.fromEntries(parts.filter(([, part]) => !Number.isNaN(part)));
}
