import { type CompiledSelector, compilePairs, compileSelector, narrowed } from '#api/label-selector.ts';
import type { OwnerReference, StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf } from '#api/pod-standing.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';

const picks = (selector: StringMap, labels: StringMap): boolean =>
  Object.entries(selector).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);

/** Pairs of all Services of the pod; a Service without a selector picks nothing. */
function pairsOfServices({ metadata: { namespace = 'default', labels = {} } }: Pod, view: ClusterView): StringMap {
  const pairs: Record<string, string> = {};
  for (const { spec } of view.objectsIn('Service', namespace)) {
    if (spec?.selector !== undefined && picks(spec.selector, labels)) Object.assign(pairs, spec.selector);
  }
  return pairs;
}

const workloadKinds: Readonly<Record<string, 'ReplicaSet' | 'StatefulSet'>> = {
  'apps/v1/ReplicaSet': 'ReplicaSet',
  'apps/v1/StatefulSet': 'StatefulSet',
};

/** Which pods count as siblings where a pod has no constraints of its own: those of its Services and of what made it. Undefined: none. */
export function defaultSpreadSelector(pod: Pod, view: ClusterView): CompiledSelector | undefined {
  const { namespace = 'default' } = pod.metadata;
  const selector = withOwner(pairsOfServices(pod, view), controllerOf(pod), namespace, view);
  return selector.kind === 'everything' ? undefined : selector;
}

function withOwner(
  pairs: StringMap,
  owner: OwnerReference | undefined,
  namespace: string,
  view: ClusterView,
): CompiledSelector {
  if (owner === undefined) return compilePairs(pairs);
  const { apiVersion, kind, name } = owner;
  const key = `${namespace}/${name}`;
  if (apiVersion === 'v1' && kind === 'ReplicationController') {
    return compilePairs({ ...pairs, ...view.object('ReplicationController', key)?.spec?.selector });
  }
  const workload = workloadKinds[`${apiVersion}/${kind}`];
  const selector = workload === undefined ? undefined : view.object(workload, key)?.spec?.selector;
  return narrowed(compilePairs(pairs), compileSelector(selector).requirements);
}
