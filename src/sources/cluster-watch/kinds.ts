import type { ClusterKind, ClusterObjects } from '#cluster/cluster-event.ts';
import type { Resource } from '#kube/client/resource.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import { node } from './shapes/node.ts';
import { pod } from './shapes/pod.ts';
import {
  csiDriver,
  csiNode,
  csiStorageCapacity,
  persistentVolume,
  persistentVolumeClaim,
  storageClass,
  volumeAttachment,
} from './shapes/storage.ts';
import {
  deployment,
  namespace,
  podDisruptionBudget,
  priorityClass,
  replicatedWorkload,
  replicationController,
  service,
} from './shapes/workload.ts';

/** Where a kind is served, what is kept of its objects, and what it is called in protobuf. */
export interface ReadKind<Kind extends ClusterKind> {
  readonly of: Kind;
  readonly resource: Resource;
  readonly shape: Shape<ClusterObjects[Kind]>;
  readonly message: string;
}

type Scope = 'namespaced' | 'cluster';

/** A group's protobuf package bears the group's first word. */
function readKind<Kind extends ClusterKind>(
  of: Kind,
  group: string,
  plural: string,
  scope: Scope,
  shape: Shape<ClusterObjects[Kind]>,
): ReadKind<Kind> {
  const resource = { group, version: 'v1', plural, kind: of, namespaced: scope === 'namespaced' };
  const word = group === '' ? 'core' : group.split('.', 1)[0]!;
  return { of, resource, shape, message: `k8s.io.api.${word}.v1.${of}` };
}

const storage = 'storage.k8s.io';

/** Every kind the cluster is made of, as the API server serves it. */
export const readKinds: { readonly [Kind in ClusterKind]: ReadKind<Kind> } = {
  Node: readKind('Node', '', 'nodes', 'cluster', node),
  Pod: readKind('Pod', '', 'pods', 'namespaced', pod),
  Namespace: readKind('Namespace', '', 'namespaces', 'cluster', namespace),
  Service: readKind('Service', '', 'services', 'namespaced', service),
  ReplicationController: readKind(
    'ReplicationController',
    '',
    'replicationcontrollers',
    'namespaced',
    replicationController,
  ),
  ReplicaSet: readKind('ReplicaSet', 'apps', 'replicasets', 'namespaced', replicatedWorkload),
  StatefulSet: readKind('StatefulSet', 'apps', 'statefulsets', 'namespaced', replicatedWorkload),
  Deployment: readKind('Deployment', 'apps', 'deployments', 'namespaced', deployment),
  PersistentVolume: readKind('PersistentVolume', '', 'persistentvolumes', 'cluster', persistentVolume),
  PersistentVolumeClaim: readKind(
    'PersistentVolumeClaim',
    '',
    'persistentvolumeclaims',
    'namespaced',
    persistentVolumeClaim,
  ),
  StorageClass: readKind('StorageClass', storage, 'storageclasses', 'cluster', storageClass),
  CSINode: readKind('CSINode', storage, 'csinodes', 'cluster', csiNode),
  CSIDriver: readKind('CSIDriver', storage, 'csidrivers', 'cluster', csiDriver),
  CSIStorageCapacity: readKind('CSIStorageCapacity', storage, 'csistoragecapacities', 'namespaced', csiStorageCapacity),
  VolumeAttachment: readKind('VolumeAttachment', storage, 'volumeattachments', 'cluster', volumeAttachment),
  PodDisruptionBudget: readKind(
    'PodDisruptionBudget',
    'policy',
    'poddisruptionbudgets',
    'namespaced',
    podDisruptionBudget,
  ),
  PriorityClass: readKind('PriorityClass', 'scheduling.k8s.io', 'priorityclasses', 'cluster', priorityClass),
};

/** Their names. */
export const kindNames: readonly ClusterKind[] = Object.values(readKinds).map(({ of }) => of);
