import type { Family } from '../draft.ts';
import { podsAndProbes } from '../draft.ts';
import type { Draw } from '../draw.ts';
import { requests } from './resources.ts';

/** What a runtime adds to every pod, and requests that stand on the pod as a whole. */
export const overhead: Family = {
  name: 'overhead',
  with: ['resources'],
  add(draft, draw) {
    for (const pod of podsAndProbes(draft)) {
      if (draw.chance(0.3)) pod.spec.overhead = { cpu: '250m', ...(draw.chance(0.5) ? { memory: '120Mi' } : {}) };
      if (draw.chance(0.4)) pod.spec.resources = { requests: podLevel(draw) };
    }
  },
};

/** The API lets only these stand on a pod. */
function podLevel(draw: Draw): Record<string, string> {
  const asked = requests(0.3, draw);
  const allowed = new Set(['cpu', 'memory', 'hugepages-2Mi']);
  return Object.fromEntries(Object.entries(asked).filter(([name]) => allowed.has(name)));
}
