import type { PersistentVolume, PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import type { ClusterStore } from '#cluster/cluster-store.ts';
import { aNode, aPod, type Workload, zoneKey, zones } from './workloads.ts';

const driver = 'disk.example.com';
const mostPerNode = 39;

/** Pod number `index`, with a disk of its own. */
export const withDisk: Workload = (index) =>
  aPod(index, index % 5, { volumes: [{ name: 'disk', persistentVolumeClaim: { claimName: `claim-${index}` } }] });

/** A disk and its claim for each pod, each in one of the zones, and a limit of disks on every node. */
export function withDisksFor(store: ClusterStore, nodes: number, pods: number): void {
  for (let index = 0; index < nodes; index++) {
    const { name } = aNode(index).metadata;
    const drivers = [{ name: driver, nodeID: name, allocatable: { count: mostPerNode } }];
    store.apply({
      kind: 'applied',
      of: 'CSINode',
      object: { metadata: { name, uid: `csi-${name}` }, spec: { drivers } },
    });
  }
  for (let index = 0; index < pods; index++) {
    store.apply({ kind: 'applied', of: 'PersistentVolume', object: diskOf(index) });
    store.apply({ kind: 'applied', of: 'PersistentVolumeClaim', object: claimOf(index) });
  }
}

function diskOf(index: number): PersistentVolume {
  const expression = { key: zoneKey, operator: 'In' as const, values: [`zone-${index % zones}`] };
  const required = { nodeSelectorTerms: [{ matchExpressions: [expression] }] };
  return {
    metadata: { name: `disk-${index}`, uid: `disk-${index}` },
    spec: { csi: { driver, volumeHandle: `handle-${index}` }, nodeAffinity: { required } },
  };
}

function claimOf(index: number): PersistentVolumeClaim {
  const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' };
  return {
    metadata: { name: `claim-${index}`, namespace: 'bench', uid: `claim-${index}`, annotations },
    spec: { accessModes: ['ReadWriteOnce'], volumeName: `disk-${index}` },
  };
}
