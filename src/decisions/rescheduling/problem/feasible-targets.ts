import { BitSet } from '#base/bit-set.ts';
import { oncePer } from '#base/once-per.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { blindSpotsIn } from '#decisions/scheduling/blind-spots.ts';
import type { Profile } from '#decisions/scheduling/profile.ts';
import { FITTING, rowsWhereItCouldGo } from '#decisions/scheduling/rows-where-it-could-go.ts';
import type { Verdict } from '#decisions/scheduling/verdict.ts';
import { whereWouldItGo } from '#decisions/scheduling/where-would-it-go.ts';

/** Rows of the cluster's nodes where a pod may be. */
export type TargetsOf = (pod: PlacedPod) => BitSet;

const FIT = 'NodeResourcesFit';

/** What a planner counts itself, so that two full nodes may exchange pods. */
const counted: ReadonlySet<string> = new Set(['Insufficient cpu', 'Insufficient memory']);

/** The same one of a profile each time: what placement works out is remembered by it, from look to look. */
const unscored = oncePer(({ filters }: Profile): Profile => ({ filters, scores: [] }));

/** A refusal for want of room hides what plugins further on would say. */
const withoutFit = oncePer(({ filters }: Profile): Profile => ({
  filters: filters.filter(({ name }) => name !== FIT),
  scores: [],
}));

/** Refused for want of room for cpu or memory, and for nothing else that was asked. */
const SHORT = 1;
const REFUSED = 2;

/** Where the pod made in place of this one could go at both instants. */
export function nodesThatFit(view: ClusterView, unread: ReadonlySet<ClusterKind>, profile: Profile): TargetsOf {
  const codesOf = codesBy(view, unread);
  return (pod) => rowsOf(view, codesOf(pod, unscored(profile)), (code) => code === FITTING);
}

/**
 * Where the pod made in place of this one could go at both instants, but for room for cpu and memory. Found when first
 * asked, and kept.
 */
export function feasibleTargets(view: ClusterView, unread: ReadonlySet<ClusterKind>, profile: Profile): TargetsOf {
  const codesOf = codesBy(view, unread);
  return oncePer((pod) => {
    const codes = codesOf(pod, unscored(profile));
    const others = codes?.includes(SHORT) === true ? codesOf(pod, withoutFit(profile)) : undefined;
    return rowsOf(view, codes, (code, row) => code === FITTING || (code === SHORT && others?.[row] === FITTING));
  });
}

/**
 * Of these, where it would be put by the scheduler, whom nobody tells what is wanted: none where it would come back.
 * What leaves by eviction goes there and nowhere else.
 */
export function likelyTargets(view: ClusterView, profile: Profile, feasible: TargetsOf): TargetsOf {
  return oncePer((pod) => {
    const found = new BitSet(view.nodes.capacity);
    const likely = whereWouldItGo(view, pod, profile);
    if (likely.has(pod.nodeName)) return found;
    for (const nodeName of likely) found.add(view.nodes.rowOf(nodeName)!);
    return found.and(feasible(pod));
  });
}

type CodesOf = (pod: PlacedPod, by: Profile) => Uint8Array | undefined;

/** What rests on objects that nobody told us of is no yes. */
function codesBy(view: ClusterView, unread: ReadonlySet<ClusterKind>): CodesOf {
  const spotsOf = blindSpotsIn(view, unread);
  return (pod, by) => (spotsOf(pod.shape.spec).length > 0 ? undefined : rowsWhereItCouldGo(view, pod, by, codeOf));
}

const codeOf = (verdict: Verdict): number => (lacksRoomAlone(verdict) ? SHORT : REFUSED);

const lacksRoomAlone = (verdict: Verdict): boolean =>
  verdict.kind === 'rejected' && verdict.plugin === FIT && verdict.reasons.every((reason) => counted.has(reason));

function rowsOf(
  { nodes }: ClusterView,
  codes: Uint8Array | undefined,
  holds: (code: number, row: number) => boolean,
): BitSet {
  const rows = new BitSet(nodes.capacity);
  if (codes !== undefined) for (const row of nodes.all()) if (holds(codes[row]!, row)) rows.add(row);
  return rows;
}
