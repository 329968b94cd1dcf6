import { aNodeName, type Draft, type Family, podsAndProbes } from '../draft.ts';
import type { Draw } from '../draw.ts';

const priorities = [-10, 0, 0, 100, 1000];

/** Pods that wait for room made on a node, and count there for pods of no higher priority. */
export const nominations: Family = {
  name: 'nominations',
  with: ['resources', 'resources', 'host-ports', 'pod-affinity', 'spread'],
  add(draft, draw) {
    for (const pod of podsAndProbes(draft)) pod.spec.priority = draw.pick(priorities);
    const { pods } = draft.objects;
    for (const pod of draw.some(pods, Math.ceil(pods.length / 3))) nominate(pod, draft, draw);
  },
};

function nominate(pod: Draft['probes'][number], draft: Draft, draw: Draw): void {
  delete pod.spec.nodeName;
  // gated, so that the scheduler tracks it and never places it
  pod.spec.schedulingGates = [{ name: 'example.com/wait' }];
  const nominatedNodeName = aNodeName(draft, draw);
  pod.status = { phase: 'Pending', nominatedNodeName };
}
