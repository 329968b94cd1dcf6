import type { Node } from '#api/kubernetes/node.ts';
import { type Size, sizeOf } from '#api/node-size.ts';
import type { LoadView, NodeRow } from '#load/load-view.ts';
import type { KnownMoves } from '#decisions/rescheduling/guards/known-moves.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { drainMarks } from '#decisions/rescheduling/movability/drain-marks.ts';
import { isCoolBeyondPods } from './signals-of-pods.ts';

/** A node whose size and load are known. */
export interface KnownNode {
  readonly name: string;
  readonly node: Node;
  /** In the columns of the cluster. */
  readonly row: number;
  readonly loadRow: NodeRow;
  readonly capacity: Size;
  readonly allocatable: Size;
  /** What it bears by its own measure; it is essential, so it is known. */
  readonly measured: Size;
  /** The same with moves that have not settled counted in. */
  readonly used: Size;
}

/** The nodes in the order of their names: those that a plan can speak of, and the names of all others. */
export function knownNodes(
  { cluster, load }: Pick<LoadedView, 'cluster' | 'load'>,
  { believed }: Pick<KnownMoves, 'believed'>,
): {
  readonly known: readonly KnownNode[];
  readonly unseen: readonly string[];
} {
  const known: KnownNode[] = [];
  const unseen: string[] = [];
  const named = [...cluster.nodes.all()].map((row) => ({ row, name: cluster.nodes.nameOf(row) }));
  for (const { row, name } of named.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const found = knownNode(cluster.nodes.nodes[row]!, row, load, believed);
    if (found === undefined) unseen.push(name);
    else known.push(found);
  }
  return { known, unseen };
}

/** Whether pods may be sent there: it is ready, nobody is about to empty it, and it is cool where no pod's share is known. */
export function mayReceive({ loadRow, node: { metadata, spec } }: KnownNode, load: LoadView): boolean {
  const isLeaving =
    metadata.deletionTimestamp !== undefined ||
    spec?.unschedulable === true ||
    (spec?.taints ?? []).some(({ key }) => drainMarks.has(key));
  return load.node(loadRow).ready && !isLeaving && isCoolBeyondPods(load, loadRow);
}

/** Which of its sizes a signal of the node is a share of. */
export function measureFor(load: LoadView, signal: string): 'allocatable' | 'capacity' {
  const denominator = load.signals.find((each) => each.name === signal)?.denominator ?? 'none';
  return denominator.startsWith('allocatable') ? 'allocatable' : 'capacity';
}

function knownNode(node: Node, row: number, load: LoadView, believed: KnownMoves['believed']): KnownNode | undefined {
  const { name, uid } = node.metadata;
  const loadRow = load.rowOf(uid);
  if (loadRow === undefined || load.pressure(loadRow).kind === 'unknown') return undefined;
  const allocatable = sizeOf(node, 'allocatable');
  const capacity = sizeOf(node, 'capacity') ?? allocatable;
  const shares = ['cpu', 'memory'].map((signal) => usedShare(load, loadRow, signal));
  const believable = ['cpu', 'memory'].map((signal, at) => believed(name, signal, shares[at]!));
  if (capacity === undefined || allocatable === undefined || believable.some((share) => Number.isNaN(share))) {
    return undefined;
  }
  const whole = {
    cpuCores: (measureFor(load, 'cpu') === 'allocatable' ? allocatable : capacity).cpuCores,
    memoryBytes: (measureFor(load, 'memory') === 'allocatable' ? allocatable : capacity).memoryBytes,
  };
  const [measured, used] = [shares, believable].map(([cpu, memory]) => ({
    cpuCores: cpu! * whole.cpuCores,
    memoryBytes: memory! * whole.memoryBytes,
  }));
  return { name, node, row, loadRow, capacity, allocatable, measured: measured!, used: used! };
}

function usedShare(load: LoadView, row: NodeRow, name: string): number {
  const signal = load.signals.findIndex((each) => each.name === name);
  return signal < 0 ? Number.NaN : load.value(row, signal);
}
