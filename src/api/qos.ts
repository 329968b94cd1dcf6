import { readAmounts } from './amounts.ts';
import type { ResourceRequirements } from './kubernetes/container.ts';
import type { Pod } from './kubernetes/pod.ts';
import { compareQuantities, zeroQuantity } from './quantity.ts';
import { isPodLevelResource } from './resource-names.ts';

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/** The class the cluster says the pod has; from its spec where it says none. */
export function qosClassOf(pod: Pod): QosClass {
  return pod.status?.qosClass ?? computedQosClass(pod);
}

/** The class that follows from the spec: of the pod's resources as a whole, else of all its containers, init ones too. */
export function computedQosClass(pod: Pod): QosClass {
  const { resources, containers, initContainers = [] } = pod.spec;
  if (resources !== undefined && saysPodLevel(resources)) return classOf(resources);
  return agreed([...initContainers, ...containers].map((container) => classOf(container.resources ?? {})));
}

/** An empty stanza, or one of other resources, is as good as none. */
function saysPodLevel(resources: ResourceRequirements): boolean {
  return [...Object.keys(resources.requests ?? {}), ...Object.keys(resources.limits ?? {})].some(isPodLevelResource);
}

function classOf(resources: ResourceRequirements): QosClass {
  return agreed([classOfOne(resources, 'cpu'), classOfOne(resources, 'memory')]);
}

function classOfOne(resources: ResourceRequirements, name: string): QosClass {
  const request = readAmounts(resources.requests).amounts.get(name) ?? zeroQuantity;
  const limit = readAmounts(resources.limits).amounts.get(name) ?? zeroQuantity;
  if (compareQuantities(request, limit) !== 0) return 'Burstable';
  return compareQuantities(request, zeroQuantity) === 0 ? 'BestEffort' : 'Guaranteed';
}

/** All alike, or in between. */
function agreed(classes: readonly QosClass[]): QosClass {
  const [first = 'BestEffort'] = classes;
  return classes.every((each) => each === first) ? first : 'Burstable';
}
