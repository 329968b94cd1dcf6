import { labelValues, namespaceNames, podLabelKeys } from '../alphabet.ts';
import type { DraftPod, Family } from '../draft.ts';
import { podsAndProbes } from '../draft.ts';
import type { Draw } from '../draw.ts';
import { podSelector } from '../selectors.ts';

/** Services and controllers, by whose selectors a pod without a wish of its own is spread. */
export const owners: Family = {
  name: 'owners',
  add(draft, draw) {
    const { objects } = draft;
    objects.services.push(
      ...draw.many(draw.whole(0, 4), (index) => ({
        metadata: { name: `svc${index}`, namespace: draw.pick(namespaceNames), uid: `svc-${index}` },
        spec: draw.chance(0.9) ? { selector: equality(draw) } : {},
      })),
    );
    for (const pod of podsAndProbes(draft)) {
      if (draw.chance(0.5)) own(pod, draw);
    }
    for (const namespace of namespaceNames) {
      const metadata = (uid: string) => ({ name: 'owner', namespace, uid: `${uid}-${namespace}` });
      const near = draw.pick(draft.probes);
      objects.replicaSets.push({ metadata: metadata('rs'), spec: { selector: podSelector(near, draw) } });
      objects.statefulSets.push({ metadata: metadata('sts'), spec: { selector: podSelector(near, draw) } });
      objects.replicationControllers.push({ metadata: metadata('rc'), spec: { selector: equality(draw) } });
    }
  },
};

const equality = (draw: Draw): Record<string, string> => ({ [draw.pick(podLabelKeys)]: draw.pick(labelValues) });

function own(pod: DraftPod, draw: Draw): void {
  const [apiVersion, kind] = draw.pick([
    ['apps/v1', 'ReplicaSet'],
    ['apps/v1', 'StatefulSet'],
    ['v1', 'ReplicationController'],
    ['batch/v1', 'Job'],
  ] as const);
  const name = draw.chance(0.9) ? 'owner' : 'lost';
  pod.metadata.ownerReferences = [{ apiVersion, kind, name, uid: 'owner', controller: draw.chance(0.9) }];
}
