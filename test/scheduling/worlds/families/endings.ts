import type { Family } from '../draft.ts';
import { statusOf } from '../draft.ts';

/** Pods that end, that have ended, and pods on nodes that are not there. */
export const endings: Family = {
  name: 'endings',
  with: ['resources', 'pod-affinity', 'spread', 'spread', 'host-ports'],
  add(draft, draw) {
    for (const pod of draft.objects.pods) {
      const at = draw.ratio();
      if (at < 0.25) pod.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
      else if (at < 0.33) statusOf(pod).phase = draw.pick(['Succeeded', 'Failed'] as const);
      else if (at < 0.4 && pod.spec.nodeName !== undefined) pod.spec.nodeName = 'gone';
    }
  },
};
