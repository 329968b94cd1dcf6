import type { LoadView } from '#load/load-view.ts';
import type { ShareRule } from '#load/signals/signal.ts';
import type { KnownMoves } from '#decisions/rescheduling/guards/known-moves.ts';
import type { KnownNode } from './known-nodes.ts';
import type { KnownPod } from './known-pods.ts';
import type { SharedColumns } from '#decisions/rescheduling/relocations/relocation-problem.ts';
import { partOf, sharedCapacity, sharedLevel, sharedSignals } from './shared-signals.ts';

interface Seen {
  readonly load: LoadView;
  readonly nodes: readonly KnownNode[];
  readonly pods: readonly KnownPod[];
  readonly moves: Pick<KnownMoves, 'believed'>;
}

/** The shared signals as the planner watches them, moves that are under way counted in. */
export function sharedColumns({ load, nodes, pods, moves }: Seen): readonly SharedColumns[] {
  return sharedSignals(load).map((signal): SharedColumns => {
    const { name, threshold, release, share } = signal.spec;
    const capacity = Float64Array.from(nodes, (node) => sharedCapacity(signal, node));
    const seen = Float64Array.from(nodes, (node) => sharedLevel(signal, node, load));
    const part = Float64Array.from(pods, ({ node, used }) =>
      used === undefined ? Number.NaN : partOf(signal, { node: nodes[node]!, level: seen[node]! }, used),
    );
    const level = seen.map((amount, at) => {
      const value = (amount / capacity[at]!) * lag(share, nodes[at]!);
      return moves.believed(nodes[at]!.name, name, value) * capacity[at]!;
    });
    for (const [pod, { node, headedFor }] of pods.entries()) {
      if (node === headedFor || Number.isNaN(part[pod]!)) continue;
      level[node]! -= part[pod]!;
      level[headedFor]! += part[pod]!;
    }
    const isHot = Uint8Array.from(nodes, ({ loadRow }) => Number(load.signalVerdict(loadRow, signal.at) === 'hot'));
    return { name, share, capacity, level, line: threshold, release, isHot, part };
  });
}

/** By how many times more a node will use than was measured, once pods that have come show: what is shared by use rises with it. */
function lag(share: ShareRule, { used, measured }: KnownNode): number {
  const key = share === 'memory' ? 'memoryBytes' : 'cpuCores';
  return measured[key] > 0 ? Math.max(1, used[key] / measured[key]) : 1;
}
