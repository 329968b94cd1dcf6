import type { WorkloadRef } from '#api/pod-migration.ts';
import type { PodKey } from '#load/gathering/pod-use.ts';
import type { KnownMoves, OwnerOfMove } from './known-moves.ts';

/** A move, as far as it counts for an owner and for nodes. */
export interface Touching {
  readonly pod: PodKey;
  readonly workload: WorkloadRef;
  readonly from: string;
  readonly to: string;
}

/** How many moves of an owner's pods are in flight, and how many more are planned. */
export interface OwnerInFlight extends OwnerOfMove {
  readonly inFlight: number;
  readonly planned: number;
}

/** The same of a node, which a move touches whether it leaves it or comes to it. */
export interface NodeInFlight {
  readonly node: string;
  readonly inFlight: number;
  readonly leaving: number;
  readonly coming: number;
}

/** Of its limit. */
export const spentOfNode = ({ inFlight, leaving, coming }: NodeInFlight): number => inFlight + leaving + coming;

/** Those of whose pods some are in flight, and those that are brought to their limit. */
export function ownersInFlight(
  planned: readonly Touching[],
  moves: KnownMoves,
  limit: number,
): readonly OwnerInFlight[] {
  const ofPlan = planned.map(ownerOf);
  const counted = (owner: OwnerOfMove): OwnerInFlight => ({
    ...owner,
    inFlight: moves.inFlightOfOwner(owner.uid),
    planned: ofPlan.filter(({ uid }) => uid === owner.uid).length,
  });
  const ordered = [...moves.ownersInFlight, ...ofPlan].toSorted((a, b) => inOrder(pathOf(a), pathOf(b)));
  return [...Map.groupBy(ordered, ({ uid }) => uid).values()]
    .map(([owner]) => counted(owner!))
    .filter(({ inFlight, planned: more }) => inFlight > 0 || more >= limit);
}

/** Those that moves in flight touch, and those that are brought to their limit. */
export function nodesInFlight(planned: readonly Touching[], moves: KnownMoves, limit: number): readonly NodeInFlight[] {
  const names = new Set([...moves.nodesInFlight, ...planned.flatMap(({ from, to }) => [from, to])]);
  return [...names]
    .toSorted(inOrder)
    .map((node) => ({
      node,
      inFlight: moves.inFlightOfNode(node),
      leaving: planned.filter(({ from }) => from === node).length,
      coming: planned.filter(({ to }) => to === node).length,
    }))
    .filter((node) => node.inFlight > 0 || spentOfNode(node) >= limit);
}

function ownerOf({ pod: { namespace }, workload: { kind, name, uid } }: Touching): OwnerOfMove {
  return { namespace, kind, name, uid };
}

const pathOf = ({ namespace, name, kind, uid }: OwnerOfMove): string => [namespace, name, kind, uid].join('/');

const inOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
