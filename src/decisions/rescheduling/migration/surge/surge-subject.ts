import type { Pod } from '#api/kubernetes/pod.ts';
import { compileSelector } from '#api/label-selector.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { type SurgeSubject, TEMPLATE_HASH } from './surge-chance.ts';

/** What decides about a surge, as the cluster shows it. Sets of another pod's template bear a hash that a clone has not. */
export function surgeSubject(
  { pod, owner }: Pick<SurgeSubject, 'pod' | 'owner'>,
  {
    view,
    right,
    rivalsOf,
  }: {
    readonly view: ClusterView;
    readonly right: SurgeSubject['right'];
    readonly rivalsOf: ReturnType<typeof rivalsIn>;
  },
): SurgeSubject {
  const own = owner.kind === 'workload' ? owner.workload.direct.uid : undefined;
  const otherControllers = rivalsOf(pod.metadata.namespace ?? 'default').filter(({ uid }) => uid !== own);
  return { pod, owner, claims: claimsOf(pod, view), otherControllers, right };
}

function claimsOf({ metadata, spec }: Pod, view: ClusterView): SurgeSubject['claims'] {
  const { namespace = 'default', name: podName } = metadata;
  return (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    const claim = persistentVolumeClaim?.claimName ?? (ephemeral === undefined ? undefined : `${podName}-${name}`);
    // an ephemeral claim is the pod's own: another pod gets another
    if (claim === undefined || persistentVolumeClaim === undefined) return [];
    return [
      { name: claim, accessModes: view.object('PersistentVolumeClaim', `${namespace}/${claim}`)?.spec?.accessModes },
    ];
  });
}

/** Controllers of a namespace that may take a pod whose template hash is not theirs: sought once a namespace. */
export function rivalsIn(view: ClusterView): (namespace: string) => readonly Rival[] {
  const known = new Map<string, readonly Rival[]>();
  return (namespace) => {
    const before = known.get(namespace);
    if (before !== undefined) return before;
    const found = rivals(view, namespace);
    known.set(namespace, found);
    return found;
  };
}

type Rival = SurgeSubject['otherControllers'][number] & { readonly uid: string };

function rivals(view: ClusterView, namespace: string): readonly Rival[] {
  const found: Rival[] = [];
  for (const kind of ['ReplicaSet', 'StatefulSet'] as const) {
    for (const { metadata, spec } of view.objectsIn(kind, namespace)) {
      const isOfOneTemplate = Object.hasOwn(spec?.selector?.matchLabels ?? {}, TEMPLATE_HASH);
      if (spec?.selector === undefined || isOfOneTemplate) continue;
      found.push({ kind, name: metadata.name, uid: metadata.uid, selector: compileSelector(spec.selector) });
    }
  }
  for (const { metadata, spec } of view.objectsIn('ReplicationController', namespace)) {
    if (spec?.selector === undefined) continue;
    const selector = compileSelector({ matchLabels: spec.selector });
    found.push({ kind: 'ReplicationController', name: metadata.name, uid: metadata.uid, selector });
  }
  return found;
}
