import { type Family, podsAndProbes } from '../draft.ts';
import { beyond } from './resources.ts';

/**
 * Pods that ask for more than an int64 holds. kube-scheduler wraps around there and then breaks at random places, so
 * these are not part of mixed worlds: ask for them by name.
 */
export const giants: Family = {
  name: 'giants',
  with: ['resources'],
  byNameOnly: true,
  add(draft, draw) {
    for (const { spec } of podsAndProbes(draft)) {
      if (draw.chance(0.1)) draw.pick(spec.containers).resources = { requests: { memory: draw.pick(beyond) } };
    }
  },
};
