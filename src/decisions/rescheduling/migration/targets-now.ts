import type { Size } from '#api/node-size.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { nodesThatFit } from '#decisions/rescheduling/feasible-targets.ts';
import { knownMoves } from '#decisions/rescheduling/known-moves.ts';
import { type KnownNode, knownNodes, mayReceive, measureFor } from '#decisions/rescheduling/known-nodes.ts';
import type { LoadView } from '#load/load-view.ts';
import type { MigrationSight } from './migration-sight.ts';

/** Where the pod could run by the scheduler's word, and the node would stay under its line with it; the coolest first. */
export function targetsNow(pod: PlacedPod, sight: MigrationSight): readonly string[] {
  const { cluster, unread, load, migrations, profile } = sight;
  const fits = nodesThatFit(cluster, unread, profile)(pod);
  const needs = needsOf(pod, load);
  const { known } = knownNodes(sight, knownMoves(migrations, load.now));
  return known
    .filter((node) => fits.has(node.name) && node.name !== pod.nodeName && mayReceive(node, load))
    .filter(({ loadRow }) => load.verdict(loadRow) !== 'hot')
    .map((node) => ({ name: node.name, overLine: overLineWith(node, needs, load) }))
    .filter(({ overLine }) => overLine < 1)
    .toSorted((one, other) => one.overLine - other.overLine || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name);
}

/** What it uses; where that is not known, what it asks for. */
function needsOf(pod: PlacedPod, load: LoadView): Size {
  const { cpuCores, memoryBytes } = load.pod(pod);
  const [cpuMilli, bytes] = pod.usage.amounts;
  return {
    cpuCores: cpuCores.kind === 'known' ? cpuCores.value : cpuMilli! / 1000,
    memoryBytes: memoryBytes.kind === 'known' ? memoryBytes.value : bytes!,
  };
}

/** The largest of what the node would bear, each by its own line: at 1 it is at one of them. */
function overLineWith(node: KnownNode, needs: Size, load: LoadView): number {
  const shares = (['cpu', 'memory'] as const).map((name) => {
    const key = name === 'cpu' ? 'cpuCores' : 'memoryBytes';
    const signal = load.signals.find((each) => each.name === name)!;
    return (node.used[key] + needs[key]) / node[measureFor(load, name)][key] / signal.threshold;
  });
  return Math.max(...shares);
}
