import type { DraftContainer, Family } from '../draft.ts';
import { podsAndProbes } from '../draft.ts';
import type { Draw } from '../draw.ts';
import { requests } from './resources.ts';

/** Containers that run before the others, and sidecars that stay. */
export const initContainers: Family = {
  name: 'init-containers',
  with: ['resources'],
  add(draft, draw) {
    for (const pod of podsAndProbes(draft)) {
      if (draw.chance(0.6))
        pod.spec.initContainers = draw.many(draw.whole(1, 3), (index) => initContainer(index, draw));
    }
  },
};

function initContainer(index: number, draw: Draw): DraftContainer {
  const share = draw.chance(0.2) ? 0.6 : 0.15;
  return {
    name: `init${index}`,
    image: 'registry.example/init',
    resources: { requests: requests(share, draw) },
    ...(draw.chance(0.4) ? { restartPolicy: 'Always' } : {}),
  };
}
