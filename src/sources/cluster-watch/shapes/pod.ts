import type { Pod, PodSpec, PodStatus, Toleration } from '#api/kubernetes/pod.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import {
  boolean,
  fields,
  listOf,
  listOfMoreThan,
  number,
  objectOf,
  rawText,
  shared,
  text,
  textAs,
  textMap,
} from '#kube/decode/shapes.ts';
import { affinity, spreadConstraints } from './affinity.ts';
import { container, containerStatus, resources } from './container.ts';
import { annotationsNamed, condition, metadataWith } from './metadata.ts';
import { volume } from './volume.ts';

type Claim = NonNullable<PodSpec['resourceClaims']>[number];
type ClaimStatus = NonNullable<PodStatus['resourceClaimStatuses']>[number];

const toleration = objectOf<Toleration>({
  key: text,
  operator: textAs<NonNullable<Toleration['operator']>>(),
  value: text,
  effect: textAs<NonNullable<Toleration['effect']>>(),
  tolerationSeconds: number,
});

const spec = objectOf<PodSpec>({
  nodeName: text,
  schedulerName: text,
  priority: number,
  priorityClassName: text,
  preemptionPolicy: textAs<NonNullable<PodSpec['preemptionPolicy']>>(),
  containers: listOf(container),
  initContainers: listOf(container),
  ephemeralContainers: listOf(container),
  resources,
  overhead: textMap,
  nodeSelector: textMap,
  affinity,
  tolerations: shared(listOf(toleration)),
  topologySpreadConstraints: spreadConstraints,
  volumes: listOfMoreThan('name', volume),
  schedulingGates: listOf(objectOf<{ readonly name: string }>({ name: text })),
  schedulingGroup: fields({ podGroupName: text }),
  resourceClaims: listOf(objectOf<Claim>({ name: text, resourceClaimName: text, resourceClaimTemplateName: text })),
  hostNetwork: boolean,
  hostUsers: boolean,
  restartPolicy: text,
  terminationGracePeriodSeconds: number,
});

const status = objectOf<PodStatus>({
  phase: textAs<NonNullable<PodStatus['phase']>>(),
  nominatedNodeName: text,
  conditions: listOf(condition),
  containerStatuses: listOf(containerStatus),
  initContainerStatuses: listOf(containerStatus),
  allocatedResources: textMap,
  resources,
  podIPs: listOf(objectOf<{ readonly ip: string }>({ ip: rawText })),
  startTime: rawText,
  qosClass: textAs<NonNullable<PodStatus['qosClass']>>(),
  resourceClaimStatuses: listOf(objectOf<ClaimStatus>({ name: text, resourceClaimName: rawText })),
});

/** What of its annotations says whether a pod may be moved. */
const annotations = annotationsNamed(
  'kubernetes.io/config.mirror',
  'kubernetes.io/config.source',
  'cluster-autoscaler.kubernetes.io/safe-to-evict',
  'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes',
  'descheduler.alpha.kubernetes.io/evict',
  'descheduler.alpha.kubernetes.io/prefer-no-eviction',
  'controller.kubernetes.io/pod-deletion-cost',
  'karpenter.sh/do-not-disrupt',
  'karpenter.sh/do-not-evict',
  'reschedule.skipped',
);

export const pod: Shape<Pod> = objectOf<Pod>({ metadata: metadataWith(annotations), spec, status });
