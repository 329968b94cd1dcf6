import { oncePer } from '#base/once-per.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { blindSpotsOf, heedBlindSpots } from '#decisions/scheduling/blind-spots.ts';
import type { Profile } from '#decisions/scheduling/profile.ts';
import { whereCouldItGo } from '#decisions/scheduling/where-could-it-go.ts';
import { whereWouldItGo } from '#decisions/scheduling/where-would-it-go.ts';
import type { Verdict } from '#decisions/scheduling/verdict.ts';

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

/** Where the pod made in place of this one could go at both instants. */
export function nodesThatFit(
  view: ClusterView,
  unread: ReadonlySet<ClusterKind>,
  profile: Profile,
): (pod: PlacedPod) => ReadonlySet<string> {
  return (pod) => fitting(verdicts({ view, unread }, pod, unscored(profile)));
}

/**
 * Where the pod made in place of this one could go at both instants, but for room for cpu and memory. Found when first
 * asked, and kept.
 */
export function feasibleTargets(
  view: ClusterView,
  unread: ReadonlySet<ClusterKind>,
  profile: Profile,
): (pod: PlacedPod) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (pod) => {
    const before = known.get(pod.uid);
    if (before !== undefined) return before;
    const found = search(pod);
    known.set(pod.uid, found);
    return found;
  };

  function search(pod: PlacedPod): ReadonlySet<string> {
    const said = verdicts({ view, unread }, pod, unscored(profile));
    const short = said.filter(([, verdict]) => lacksRoomAlone(verdict)).map(([nodeName]) => nodeName);
    const isOtherwiseFit =
      short.length === 0 ? new Set<string>() : fitting(verdicts({ view, unread }, pod, withoutFit(profile)));
    return new Set([...fitting(said), ...short.filter((nodeName) => isOtherwiseFit.has(nodeName))]);
  }
}

/**
 * Of these, where it would be put by the scheduler, whom nobody tells what is wanted: none where it would come back.
 * What leaves by eviction goes there and nowhere else.
 */
export function likelyTargets(
  view: ClusterView,
  profile: Profile,
  feasible: (pod: PlacedPod) => ReadonlySet<string>,
): (pod: PlacedPod) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (pod) => {
    const before = known.get(pod.uid);
    if (before !== undefined) return before;
    const likely = whereWouldItGo(view, pod, profile);
    const found = likely.has(pod.nodeName)
      ? new Set<string>()
      : new Set([...feasible(pod)].filter((nodeName) => likely.has(nodeName)));
    known.set(pod.uid, found);
    return found;
  };
}

function verdicts(
  { view, unread }: { readonly view: ClusterView; readonly unread: ReadonlySet<ClusterKind> },
  pod: PlacedPod,
  by: Profile,
): readonly (readonly [nodeName: string, verdict: Verdict])[] {
  const found = whereCouldItGo(view, pod, by);
  if (found.kind === 'unmovable') return [];
  const spots = blindSpotsOf(pod.shape.spec, view, unread);
  return found.nodes.map(({ nodeName, verdict }) => [nodeName, heedBlindSpots(verdict, spots)]);
}

const fitting = (said: readonly (readonly [string, Verdict])[]): ReadonlySet<string> =>
  new Set(said.filter(([, { kind }]) => kind === 'fits').map(([nodeName]) => nodeName));

const lacksRoomAlone = (verdict: Verdict): boolean =>
  verdict.kind === 'rejected' && verdict.plugin === FIT && verdict.reasons.every((reason) => counted.has(reason));
