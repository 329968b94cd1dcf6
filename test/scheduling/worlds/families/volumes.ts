import type { AccessMode, PersistentVolume, PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import { hostnameKey, namespaceNames, oldZoneKey, regionKey, regions, zoneKey, zones } from '../alphabet.ts';
import { aNodeName, type Draft, type DraftPod, type Family, podsAndProbes, type Writable } from '../draft.ts';
import type { Draw } from '../draw.ts';

type Claim = Writable<PersistentVolumeClaim>;
type Volume = Writable<PersistentVolume>;

const bound = 'pv.kubernetes.io/bind-completed';
const selectedNode = 'volume.kubernetes.io/selected-node';
const driver = 'disk.example.com';
const shared: readonly AccessMode[] = ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany'];
const alone: AccessMode = 'ReadWriteOncePod';
const capacities = ['1Gi', '3Gi', '5Gi', '10Gi'];

/** Claims in every state that they can be in, volumes tied to places, and drivers that know how much room they have. */
export const volumes: Family = {
  name: 'volumes',
  add(draft, draw) {
    addClasses(draft, draw);
    const states = draw.many(5, (index) => `claim${index}`);
    for (const namespace of namespaceNames) {
      for (const name of states) addClaim(draft, namespace, name, draw);
    }
    draft.objects.persistentVolumes.push(...draw.many(draw.whole(0, 6), (index) => freeVolume(draft, index, draw)));
    for (const pod of podsAndProbes(draft)) useClaims(pod, states, draft, draw);
  },
};

function addClasses(draft: Draft, draw: Draw): void {
  const { objects } = draft;
  const topologies = draw.chance(0.3)
    ? {
        allowedTopologies: [
          { matchLabelExpressions: [{ key: zoneKey, values: draw.many(2, () => draw.pick(zones)) }] },
        ],
      }
    : {};
  objects.storageClasses.push(
    {
      metadata: { name: 'later', uid: 'sc-1' },
      provisioner: driver,
      volumeBindingMode: 'WaitForFirstConsumer',
      ...topologies,
    },
    { metadata: { name: 'now', uid: 'sc-2' }, provisioner: driver, volumeBindingMode: 'Immediate' },
    {
      metadata: { name: 'local', uid: 'sc-3' },
      provisioner: 'kubernetes.io/no-provisioner',
      volumeBindingMode: 'WaitForFirstConsumer',
    },
  );
  const storageCapacity = draw.chance(0.5);
  objects.csiDrivers.push({ metadata: { name: driver, uid: 'driver-1' }, spec: { storageCapacity } });
  if (!storageCapacity) return;
  // never two for one node: kube-scheduler then goes by the one that it happens to see first
  const places = draw.chance(0.15) ? [{}] : draw.some(zones, 3).map((zone) => ({ matchLabels: { [zoneKey]: zone } }));
  for (const [index, nodeTopology] of places.entries()) {
    objects.csiStorageCapacities.push({
      metadata: { name: `room${index}`, namespace: 'blue', uid: `room-${index}` },
      storageClassName: 'later',
      nodeTopology,
      capacity: draw.pick(['0', '2Gi', '4Gi', '10Gi']),
      ...(draw.chance(0.2) ? { maximumVolumeSize: draw.pick(['1Gi', '4Gi']) } : {}),
    });
  }
}

function claim(namespace: string, name: string, draw: Draw): Claim {
  return {
    metadata: { name, namespace, uid: `pvc-${namespace}-${name}`, annotations: {} },
    spec: {
      accessModes: [draw.chance(0.1) ? alone : draw.pick(shared)],
      volumeMode: draw.chance(0.9) ? 'Filesystem' : 'Block',
      resources: { requests: { storage: draw.pick(capacities) } },
    },
    status: { phase: 'Pending' },
  };
}

const states = ['bound', 'bound', 'bound', 'later', 'later', 'later', 'local', 'local', 'selected', 'odd'] as const;

function addClaim(draft: Draft, namespace: string, name: string, draw: Draw): void {
  const made = claim(namespace, name, draw);
  const state = draw.pick(states);
  if (state === 'bound') bind(made, draft, draw);
  else if (state === 'odd') makeOdd(made, draw);
  else made.spec.storageClassName = state === 'local' ? 'local' : 'later';
  if (state === 'selected') made.metadata.annotations = { [selectedNode]: aNodeName(draft, draw) };
  if (draw.chance(0.03)) made.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
  draft.objects.persistentVolumeClaims.push(made);
}

/** States in which no pod may use a claim, or none yet. */
function makeOdd(made: Claim, draw: Draw): void {
  const state = draw.pick(['immediate', 'lost', 'half', 'no-class', 'gone-class', 'dangling']);
  if (state === 'immediate') made.spec.storageClassName = 'now';
  if (state === 'gone-class') made.spec.storageClassName = 'gone';
  if (state === 'lost' || state === 'half' || state === 'dangling') made.spec.volumeName = 'no-such-volume';
  if (state === 'lost') made.status = { phase: 'Lost' };
  if (state === 'half') made.spec.storageClassName = 'later';
  if (state === 'dangling') made.metadata.annotations = { [bound]: 'yes' };
}

function bind(made: Claim, draft: Draft, draw: Draw): void {
  const name = `pv-${made.metadata.namespace}-${made.metadata.name}`;
  made.spec.volumeName = name;
  made.spec.storageClassName = 'later';
  made.metadata.annotations = { [bound]: 'yes' };
  made.status = { phase: 'Bound' };
  const labels = draw.chance(0.3) ? zoneLabels(draw) : {};
  draft.objects.persistentVolumes.push({
    ...volume(name, draft, draw),
    metadata: { name, uid: name, labels },
    status: { phase: 'Bound' },
  });
}

function zoneLabels(draw: Draw): Record<string, string> {
  const zone = draw.chance(0.3) ? draw.shuffled(zones).slice(0, 2).join('__') : draw.pick(zones);
  if (draw.chance(0.2)) return { [oldZoneKey]: zone };
  return draw.chance(0.3) ? { [zoneKey]: zone, [regionKey]: draw.pick(regions) } : { [zoneKey]: zone };
}

function volume(name: string, draft: Draft, draw: Draw): Volume {
  return {
    metadata: { name, uid: name },
    spec: {
      capacity: { storage: draw.pick(capacities) },
      accessModes: someModes(draw),
      volumeMode: draw.chance(0.9) ? 'Filesystem' : 'Block',
      storageClassName: 'later',
      ...(draw.chance(0.2)
        ? { gcePersistentDisk: { pdName: name } }
        : { csi: { driver, volumeHandle: `handle-${name}` } }),
      ...(draw.chance(0.7) ? { nodeAffinity: { required: { nodeSelectorTerms: [reach(draft, draw)] } } } : {}),
    },
  };
}

/** The one that excludes other pods goes with no other. */
const someModes = (draw: Draw): AccessMode[] =>
  draw.chance(0.1) ? [alone] : draw.shuffled(shared).slice(0, draw.whole(1, 3));

function reach(draft: Draft, draw: Draw) {
  const byHost = draw.chance(0.2);
  const values = byHost ? [aNodeName(draft, draw)] : draw.many(draw.whole(1, 2), () => draw.pick(zones));
  return { matchExpressions: [{ key: byHost ? hostnameKey : zoneKey, operator: 'In' as const, values }] };
}

/** Waiting for a claim, or promised to one. */
function freeVolume(draft: Draft, index: number, draw: Draw): Volume {
  const made = volume(`free${index}`, draft, draw);
  made.spec.storageClassName = draw.pick(['local', 'local', 'later']);
  made.spec.accessModes = draw.chance(0.7) ? [...shared] : someModes(draw);
  made.status = { phase: draw.chance(0.85) ? 'Available' : draw.pick(['Released', 'Bound', 'Failed']) };
  if (draw.chance(0.15)) {
    const target = draw.pick(draft.objects.persistentVolumeClaims).metadata;
    const uid = draw.chance(0.7) ? { uid: draw.chance(0.8) ? target.uid : 'another' } : {};
    made.spec.claimRef = { namespace: target.namespace!, name: target.name, ...uid };
  }
  return made;
}

function useClaims(pod: DraftPod, names: readonly string[], draft: Draft, draw: Draw): void {
  if (!draw.chance(0.6)) return;
  const used = draw.shuffled(names).slice(0, draw.chance(0.8) ? 1 : 2);
  const claims = used.map((claimName) => ({ name: `v-${claimName}`, persistentVolumeClaim: { claimName } }));
  pod.spec.volumes = [...(pod.spec.volumes ?? []), ...claims];
  if (draw.chance(0.03)) {
    pod.spec.volumes.push({ name: 'v-missing', persistentVolumeClaim: { claimName: 'missing' } });
  }
  if (draw.chance(0.1)) useEphemeral(pod, draft, draw);
}

/** A claim that lives as long as its pod, made by a controller that may not have come to it yet. */
function useEphemeral(pod: DraftPod, draft: Draft, draw: Draw): void {
  const { name, namespace, uid } = pod.metadata;
  pod.spec.volumes!.push({
    name: 'scratch',
    ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'] } } },
  });
  if (draw.chance(0.15)) return;
  const made = claim(namespace!, `${name}-scratch`, draw);
  made.spec.storageClassName = 'later';
  const owner = draw.chance(0.9) ? { name, uid } : { name: 'other', uid: 'other' };
  made.metadata.ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', ...owner, controller: true }];
  if (draw.chance(0.4)) bind(made, draft, draw);
  draft.objects.persistentVolumeClaims.push(made);
}
