import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { claimNameOf } from './volumes/pod-volumes.ts';

/** A StatefulSet gives the new pod the old one's name, and so makes it only once the old one is gone. */
export const keepsItsName = ({ controller }: PlacedPod): boolean => controller?.kind === 'StatefulSet';

/** Labels that binding copies from the node to the pod: no template need have them. */
const copiedAtBinding: ReadonlySet<string> = new Set(['topology.kubernetes.io/zone', 'topology.kubernetes.io/region']);

/** What the template's labels may be: without those that binding may have copied, and, where there are such, with them. */
export function possibleLabels({ labels: { labels } }: PlacedPod): readonly StringMap[] {
  const kept = Object.entries(labels).filter(([key]) => !copiedAtBinding.has(key));
  return kept.length === Object.keys(labels).length ? [labels] : [Object.fromEntries(kept), labels];
}

/** A new pod of the same template: without a node, without a status, and nobody's rival. */
export function replacementOf(pod: PlacedPod, labels: StringMap): Pod {
  const { namespace, name, uid, shape, priority, controller } = pod;
  return {
    metadata: {
      namespace,
      name: keepsItsName(pod) ? name : `${name}-again`,
      uid: `${uid}-again`,
      labels,
      ...(controller === undefined ? {} : { ownerReferences: [controller] }),
    },
    spec: { ...shape.spec, priority },
  };
}

/** The claims that are made for a new pod: empty, and bound to nothing. */
function claimsMadeFor({ metadata, spec }: Pod): PersistentVolumeClaim[] {
  const { name, uid, namespace = 'default' } = metadata;
  const owner = { apiVersion: 'v1', kind: 'Pod', name, uid, controller: true };
  return (spec.volumes ?? []).flatMap((volume): PersistentVolumeClaim[] => {
    const template = volume.ephemeral?.volumeClaimTemplate;
    if (template === undefined) return [];
    const own = { name: `${name}-${volume.name}`, namespace, uid: `${uid}-${volume.name}`, ownerReferences: [owner] };
    return [{ metadata: { ...template.metadata, ...own }, spec: template.spec, status: { phase: 'Pending' } }];
  });
}

/** The claims that were made for a pod alone, and go with it. */
function claimsThatGoWith({ namespace, name, uid, shape }: PlacedPod, view: ClusterView): PersistentVolumeClaim[] {
  const ownClaim = (volume: Volume): PersistentVolumeClaim | undefined =>
    volume.ephemeral && view.object('PersistentVolumeClaim', `${namespace}/${claimNameOf(volume, name)}`);
  const isItsOwn = ({ metadata }: PersistentVolumeClaim): boolean =>
    metadata.ownerReferences?.some((owner) => owner.controller === true && owner.uid === uid) ?? false;
  return (shape.spec.volumes ?? []).flatMap((volume) => ownClaim(volume) ?? []).filter(isItsOwn);
}

/** When the new pod is looked at: while the old one ends and holds its room, or once it is gone. */
export type Instant = 'ending' | 'gone';

/** Asks as if the old pod were ending or gone, and the new one's own claims there. */
export function supposeReplaced<Answer>(
  view: ClusterView,
  { pod, replacement }: { readonly pod: PlacedPod; readonly replacement: Pod },
  instant: Instant,
  ask: () => Answer,
): Answer {
  return view.suppose((whatIf) => {
    if (instant === 'ending') whatIf.end(pod);
    else {
      whatIf.remove(pod);
      for (const claim of claimsThatGoWith(pod, view)) whatIf.removeClaim(claim);
    }
    for (const claim of claimsMadeFor(replacement)) whatIf.addClaim(claim);
    return ask();
  });
}
