import { hostnameKey, zoneKey } from '../alphabet.ts';
import type { Draft, Family } from '../draft.ts';
import type { Draw } from '../draw.ts';

/** Profiles that differ from the default in what plugins may be told. */
export const profileArgs: Family = {
  name: 'profile-args',
  with: ['resources', 'pod-affinity', 'owners'],
  add(draft, draw) {
    draft.args = { ...draft.args, ...fit(draw), ...interPod(draw), ...spreading(draw) };
  },
};

function fit(draw: Draw): Draft['args'] {
  if (draw.chance(0.3)) return {};
  const type = draw.pick(['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio'] as const);
  const resources = draw.pick([
    [{ name: 'cpu', weight: 1 }],
    [
      { name: 'cpu', weight: 1 },
      { name: 'memory', weight: 3 },
    ],
    [
      { name: 'cpu', weight: 2 },
      { name: 'example.com/gpu', weight: 5 },
    ],
  ]);
  const shape = draw.pick([
    [
      { utilization: 0, score: 0 },
      { utilization: 100, score: 10 },
    ],
    [
      { utilization: 20, score: 9 },
      { utilization: 60, score: 3 },
      { utilization: 90, score: 5 },
    ],
    [
      { utilization: 10, score: 10 },
      { utilization: 70, score: 0 },
    ],
  ]);
  const ratio = type === 'RequestedToCapacityRatio' ? { requestedToCapacityRatio: { shape } } : {};
  const ignored = draw.chance(0.4)
    ? draw.pick([
        { ignoredResources: ['example.com/gpu'] },
        { ignoredResources: ['cpu', 'memory'] },
        { ignoredResourceGroups: ['example.com'] },
      ])
    : {};
  return { NodeResourcesFit: { scoringStrategy: { type, resources, ...ratio }, ...ignored } };
}

function interPod(draw: Draw): Draft['args'] {
  if (draw.chance(0.5)) return {};
  return {
    InterPodAffinity: {
      hardPodAffinityWeight: draw.pick([0, 1, 50]),
      ignorePreferredTermsOfExistingPods: draw.chance(0.5),
    },
  };
}

function spreading(draw: Draw): Draft['args'] {
  if (draw.chance(0.5)) return {};
  const constraint = (topologyKey: string, hard: boolean) => ({
    maxSkew: draw.whole(1, 2),
    topologyKey,
    whenUnsatisfiable: hard ? ('DoNotSchedule' as const) : ('ScheduleAnyway' as const),
  });
  const defaultConstraints = draw.some([constraint(zoneKey, draw.chance(0.5)), constraint(hostnameKey, false)], 2);
  return { PodTopologySpread: { defaultingType: 'List', defaultConstraints } };
}
