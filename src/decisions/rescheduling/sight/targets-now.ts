import type { Pod } from '#api/kubernetes/pod.ts';
import { isFinished, type PodMigration } from '#api/pod-migration.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { nodesThatFit } from '#decisions/rescheduling/problem/feasible-targets.ts';
import { hasBegun } from '#decisions/rescheduling/guards/gate-of-ours.ts';
import { knownMoves } from '#decisions/rescheduling/guards/known-moves.ts';
import { type KnownNode, knownNodes, mayReceive, measureFor } from '#decisions/rescheduling/problem/known-nodes.ts';
import { soonDrained } from '#decisions/rescheduling/movability/drain-marks.ts';
import type { Brings, RulesNow } from '#decisions/rescheduling/problem/rules-now.ts';
import { partsOn, sharedSignals, sharedValue } from '#decisions/rescheduling/problem/shared-signals.ts';
import type { LoadView } from '#load/load-view.ts';
import { bespokenRoom, needsOf, sum } from './bespoken-room.ts';
import type { MigrationSight } from './migration-sight.ts';

/** Who is to be moved. */
export interface Mover {
  readonly pod: Pod;
  readonly placed: PlacedPod;
  readonly migration: Pick<PodMigration, 'metadata'>;
}

/**
 * Where the pod could run by the scheduler's word and its rules, and the node would stay under its line with it and with
 * all that is on its way there; the coolest first. What forbids a plan a target forbids it here.
 */
export function targetsNow(mover: Mover, sight: MigrationSight, rules: RulesNow): readonly string[] {
  const { placed } = mover;
  const { cluster, unread, load, profile } = sight;
  const others = sight.migrations.filter(({ metadata }) => metadata.uid !== mover.migration.metadata.uid);
  const moves = knownMoves(
    others.filter((each) => isFinished(each) || hasBegun(each)),
    load.now,
  );
  const fits = nodesThatFit(cluster, unread, profile)(placed);
  const needs = needsOf(placed, load);
  const past = moves.pastOf(placed.uid);
  const coming = bespokenRoom(others, sight);
  const { known } = knownNodes(sight, moves);
  const from = known.find(({ name }) => name === placed.nodeName);
  const open = known
    .filter(({ name, row }) => name !== placed.nodeName && fits.has(row))
    .filter((node) => mayReceive(node, load) && load.verdict(node.loadRow) !== 'hot')
    .filter(({ name }) => moves.inFlightOfNode(name) < sight.inFlightPerNode && !past.leftLately(name))
    .map((node) => ({ node, added: sum(needs, coming.get(node.name)) }))
    .filter(({ node, added }) => rules.admit(mover.pod, node, { used: added, from }))
    .map(({ node, added }) => ({ node, overLine: overLineWith(node, { used: added, from }, load) }))
    .filter(({ overLine }) => overLine < 1)
    .toSorted((one, other) => one.overLine - other.overLine || (one.node.name < other.node.name ? -1 : 1))
    .map(({ node }) => node);
  const lasting = open.filter((node) => !isSoonDrained(node));
  return (lasting.length > 0 ? lasting : open).map(({ name }) => name);
}

/** A node that an autoscaler would rather remove is one for pods that may go nowhere else. */
const isSoonDrained = ({ node: { spec } }: KnownNode): boolean =>
  (spec?.taints ?? []).some(({ key }) => soonDrained.has(key));

/** The largest of what the node would bear, each by its own line: at 1 it is at one of them. */
function overLineWith(node: KnownNode, { used: added, from }: Brings, load: LoadView): number {
  const parts = from === undefined ? {} : partsOn(node, { from, used: added }, load);
  const shared = sharedSignals(load).flatMap((signal) => {
    const { name, threshold } = signal.spec;
    const part = parts[name];
    const share = part === undefined ? Number.NaN : (sharedValue(signal, node, load) + part) / threshold;
    return Number.isNaN(share) ? [] : [share];
  });
  const shares = (['cpu', 'memory'] as const).map((name) => {
    const key = name === 'cpu' ? 'cpuCores' : 'memoryBytes';
    const signal = load.signals.find((each) => each.name === name)!;
    return (node.used[key] + added[key]) / node[measureFor(load, name)][key] / signal.threshold;
  });
  return Math.max(...shares, ...shared);
}
