import type { TopologySpreadConstraint } from '#api/kubernetes/affinity.ts';
import { podLabelKeys, topologyKeys } from '../alphabet.ts';
import type { Draft, DraftPod, Family, Writable } from '../draft.ts';
import type { Draw } from '../draw.ts';
import { mergeKeys, podSelector } from '../selectors.ts';

const policies = ['Honor', 'Ignore'] as const;

/** Probes that want to stand apart, over zones, hosts, regions, or a key that few nodes have. */
export const spread: Family = {
  name: 'spread',
  add(draft, draw) {
    for (const probe of draft.probes) {
      if (draw.chance(0.85)) probe.spec.topologySpreadConstraints = constraints(probe, draft, draw);
    }
  },
};

/** The API takes each pair of key and kind once. */
function constraints(pod: DraftPod, draft: Draft, draw: Draw): Writable<TopologySpreadConstraint>[] {
  const made = draw.many(draw.whole(1, 3), () => constraint(pod, draft, draw));
  const seen = new Set<string>();
  return made.filter(({ topologyKey, whenUnsatisfiable }) => {
    const pair = `${topologyKey} ${whenUnsatisfiable}`;
    return !seen.has(pair) && seen.add(pair);
  });
}

function constraint(pod: DraftPod, draft: Draft, draw: Draw): Writable<TopologySpreadConstraint> {
  const hard = draw.chance(0.5);
  const keys = draw.chance(0.3) ? draw.some(podLabelKeys, 2) : [];
  const merged = draw.chance(0.7);
  const selector = draw.chance(0.05) ? undefined : podSelector(pod, draw);
  const made: Writable<TopologySpreadConstraint> = {
    maxSkew: draw.pick([1, 1, 2, 3]),
    topologyKey: draw.pick(draft.pressure < 0.3 ? topologyKeys.slice(0, 5) : topologyKeys),
    whenUnsatisfiable: hard ? 'DoNotSchedule' : 'ScheduleAnyway',
  };
  // servers before 1.34 stored the keys unmerged
  const stored = merged ? mergeKeys(selector, pod, keys, 'In') : selector;
  if (stored !== undefined) made.labelSelector = stored;
  if (keys.length > 0) made.matchLabelKeys = keys;
  if (hard && draw.chance(0.25)) made.minDomains = draw.whole(1, 5);
  if (draw.chance(0.5)) made.nodeAffinityPolicy = draw.pick(policies);
  if (draw.chance(0.5)) made.nodeTaintsPolicy = draw.pick(policies);
  return made;
}
