import type { Pod } from '#api/kubernetes/pod.ts';
import { compileSelector } from '#api/label-selector.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { OwnerNow } from '#decisions/rescheduling/workload-now.ts';
import type { SurgeSubject } from './surge-chance.ts';

/** What decides about a surge, as the cluster shows it. Sets of another pod's template bear a hash that a clone has not. */
export function surgeSubject(
  { pod, owner }: Pick<SurgeSubject, 'pod' | 'owner'>,
  { view, right }: { readonly view: ClusterView; readonly right: SurgeSubject['right'] },
): SurgeSubject {
  return { pod, owner, claims: claimsOf(pod, view), otherControllers: othersThan(owner, pod, view), right };
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

function othersThan(owner: OwnerNow, { metadata }: Pod, view: ClusterView): SurgeSubject['otherControllers'] {
  const { namespace = 'default' } = metadata;
  const own = owner.kind === 'workload' ? owner.workload.direct.uid : undefined;
  const sets = (['ReplicaSet', 'StatefulSet'] as const).flatMap((kind) =>
    [...view.objectsIn(kind, namespace)].map(({ metadata: { name, uid }, spec }) => ({
      kind,
      name,
      uid,
      selector: spec?.selector,
    })),
  );
  const controllers = [...view.objectsIn('ReplicationController', namespace)].map(
    ({ metadata: { name, uid }, spec }) => ({
      kind: 'ReplicationController',
      name,
      uid,
      selector: spec?.selector === undefined ? undefined : { matchLabels: spec.selector },
    }),
  );
  return [...sets, ...controllers]
    .filter(({ uid, selector }) => uid !== own && selector !== undefined)
    .map(({ kind, name, selector }) => ({ kind, name, selector: compileSelector(selector) }));
}
