import { namespaceNames } from '../alphabet.ts';
import type { Draft, DraftNode, DraftPod, Family } from '../draft.ts';
import { podsAndProbes } from '../draft.ts';
import type { Draw } from '../draw.ts';

const drivers = ['net.example.com', 'pd.csi.storage.gke.io'];
const claimNames = ['vol0', 'vol1', 'vol2', 'vol3'];

/** Drivers that attach only so many volumes to a node, and volumes of pods that are gone but still attached. */
export const volumeLimits: Family = {
  name: 'volume-limits',
  add(draft, draw) {
    const { objects } = draft;
    // never both: of two that are missing, kube-scheduler names the one that it happens to see first
    const strict = draw.chance(0.6) ? draw.pick(drivers) : undefined;
    for (const name of drivers) {
      const preventPodSchedulingIfMissing = name === strict;
      objects.csiDrivers.push({ metadata: { name, uid: `driver-${name}` }, spec: { preventPodSchedulingIfMissing } });
    }
    objects.storageClasses.push({
      metadata: { name: 'net', uid: 'sc-net' },
      provisioner: drivers[0]!,
      volumeBindingMode: 'WaitForFirstConsumer',
    });
    for (const namespace of namespaceNames) {
      for (const name of claimNames) addClaim(draft, namespace, name, draw);
    }
    for (const node of objects.nodes) addLimits(draft, node, draw);
    for (const pod of podsAndProbes(draft)) use(pod, draw);
  },
};

function addClaim(draft: Draft, namespace: string, name: string, draw: Draw): void {
  const { objects } = draft;
  const waits = draw.chance(0.25);
  const volumeName = `net-${namespace}-${name}`;
  objects.persistentVolumeClaims.push({
    metadata: {
      name,
      namespace,
      uid: `pvc-${namespace}-${name}`,
      annotations: waits ? {} : { 'pv.kubernetes.io/bind-completed': 'yes' },
    },
    spec: {
      accessModes: ['ReadWriteMany'],
      storageClassName: 'net',
      volumeMode: 'Filesystem',
      resources: { requests: { storage: '1Gi' } },
      ...(waits ? {} : { volumeName }),
    },
    status: { phase: waits ? 'Pending' : 'Bound' },
  });
  if (waits) return;
  // two claims may lead to one handle
  const volumeHandle = draw.chance(0.15) ? 'handle-same' : `handle-${volumeName}`;
  const source = draw.chance(0.7)
    ? { csi: { driver: drivers[0]!, volumeHandle } }
    : { gcePersistentDisk: { pdName: volumeName } };
  objects.persistentVolumes.push({
    metadata: { name: volumeName, uid: volumeName },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteMany'],
      storageClassName: 'net',
      volumeMode: 'Filesystem',
      ...source,
    },
    status: { phase: 'Bound' },
  });
}

function addLimits(draft: Draft, node: DraftNode, draw: Draw): void {
  const { objects } = draft;
  const { name } = node.metadata;
  if (draw.chance(0.85)) {
    const installed = drivers.filter(() => draw.chance(0.85));
    objects.csiNodes.push({
      metadata: { name, uid: `csinode-${name}` },
      spec: {
        drivers: installed.map((driver) => ({
          name: driver,
          nodeID: name,
          topologyKeys: [],
          allocatable: draw.chance(0.85) ? { count: draw.whole(0, 3) } : {},
        })),
      },
    });
  }
  for (const attached of draw.some(objects.persistentVolumes, 1)) {
    const { name: persistentVolumeName } = attached.metadata;
    objects.volumeAttachments.push({
      metadata: { name: `va-${name}-${persistentVolumeName}`, uid: `va-${name}-${persistentVolumeName}` },
      spec: { attacher: drivers[0]!, nodeName: name, source: { persistentVolumeName } },
      status: { attached: draw.chance(0.9) },
    });
  }
}

function use(pod: DraftPod, draw: Draw): void {
  const used = draw.chance(0.7) ? draw.shuffled(claimNames).slice(0, draw.whole(1, 2)) : [];
  const claims = used.map((claimName) => ({ name: `v-${claimName}`, persistentVolumeClaim: { claimName } }));
  const inline = draw.chance(0.1) ? [{ name: 'pd', gcePersistentDisk: { pdName: 'inline' } }] : [];
  if (claims.length + inline.length > 0) pod.spec.volumes = [...(pod.spec.volumes ?? []), ...claims, ...inline];
}
