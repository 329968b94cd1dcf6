import type { LabelSelector } from '#api/kubernetes/selectors.ts';
import type { PersistentVolume } from '#api/kubernetes/storage.ts';
import { namespaceNames, oldRegionKey, oldZoneKey, regionKey, zoneKey } from '../alphabet.ts';
import { type Draft, type DraftNode, type DraftPod, type Family, podsAndProbes, type Writable } from '../draft.ts';
import type { Draw } from '../draw.ts';

type Volume = Writable<PersistentVolume>;

const builtIn = ['gce-pd', 'aws-ebs', 'azure-disk', 'cinder', 'portworx-volume'] as const;
const claimNames = ['odd0', 'odd1', 'odd2', 'odd3', 'odd4'];
const zoneValues = [
  'us-east-1a',
  'us-east-1b',
  'us-east-1a__us-east-1b',
  'us-west-2a__us-east-1b',
  'us-east-1a __ x',
  '',
];
const driverZoneKeys = [
  'topology.gke.io/zone',
  'topology.ebs.csi.aws.com/zone',
  'topology.cinder.csi.openstack.org/zone',
];
const bound = 'pv.kubernetes.io/bind-completed';

/**
 * What an old cluster still has, and what an API server should have refused: volumes of built-in types on nodes that
 * migrated, classes by annotation, selectors that cannot be judged. Asked for by name.
 */
export const oddities: Family = {
  name: 'oddities',
  with: ['nominations'],
  byNameOnly: true,
  add(draft, draw) {
    const { objects } = draft;
    for (const node of objects.nodes) furnish(node, draft, draw);
    objects.storageClasses.push(
      {
        metadata: { name: 'odd-later', uid: 'odd-later' },
        provisioner: draw.pick(['kubernetes.io/gce-pd', 'odd.example.com', '']),
        volumeBindingMode: 'WaitForFirstConsumer',
      },
      {
        metadata: { name: 'odd-local', uid: 'odd-local' },
        provisioner: 'kubernetes.io/no-provisioner',
        volumeBindingMode: 'WaitForFirstConsumer',
      },
      { metadata: { name: 'modeless', uid: 'modeless' }, provisioner: 'odd.example.com' },
    );
    for (const namespace of namespaceNames) for (const name of claimNames) addClaim(draft, namespace, name, draw);
    for (const pod of podsAndProbes(draft)) makeOdd(pod, draft, draw);
    if (draw.chance(0.2)) objects.namespaces.splice(draw.whole(0, 2), 1);
  },
};

function furnish(node: DraftNode, { objects }: Draft, draw: Draw): void {
  const { name } = node.metadata;
  const labels = node.metadata.labels!;
  for (const key of [...driverZoneKeys, zoneKey]) if (draw.chance(0.5)) labels[key] = draw.pick(zoneValues.slice(0, 2));
  if (draw.chance(0.1)) labels[zoneKey] = '';
  if (draw.chance(0.05)) delete node.metadata.labels;
  if (draw.chance(0.1)) delete node.status!.allocatable;
  if (objects.csiNodes.some((one) => one.metadata.name === name) || draw.chance(0.2)) return;
  const migrated = draw.some(builtIn, 5).map((plugin) => `kubernetes.io/${plugin}`);
  const drivers = [
    'pd.csi.storage.gke.io',
    'ebs.csi.aws.com',
    'disk.csi.azure.com',
    'cinder.csi.openstack.org',
    'pxd.portworx.com',
    'odd.example.com',
  ];
  objects.csiNodes.push({
    metadata: {
      name,
      uid: `csinode-${name}`,
      annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': migrated.join(',') },
    },
    spec: {
      drivers: draw.some(drivers, 6).map((driver) => ({
        name: driver,
        nodeID: name,
        topologyKeys: [],
        allocatable: draw.chance(0.6) ? { count: draw.whole(1, 2) } : {},
      })),
    },
  });
}

function addClaim(draft: Draft, namespace: string, name: string, draw: Draw): void {
  const { objects } = draft;
  const volumeName = `odd-${namespace}-${name}`;
  const state = draw.pick(['bound', 'bound', 'bound', 'later', 'annotated', 'vac', 'modeless', 'gone']);
  const waits = state !== 'bound' && state !== 'gone';
  const className = state === 'modeless' ? 'modeless' : draw.pick(['odd-later', 'odd-local']);
  if (state === 'modeless' && draw.chance(0.7)) return;
  objects.persistentVolumeClaims.push({
    metadata: {
      name,
      namespace,
      uid: `pvc-${namespace}-${name}`,
      annotations: {
        ...(waits ? {} : { [bound]: 'yes' }),
        ...(state === 'annotated' ? { 'volume.beta.kubernetes.io/storage-class': 'odd-local' } : {}),
      },
    },
    spec: {
      accessModes: [draw.chance(0.2) ? 'ReadWriteOncePod' : 'ReadWriteMany'],
      storageClassName: className,
      resources: { requests: { storage: draw.pick(['1Gi', '2Gi']) } },
      ...(state === 'vac' ? { volumeAttributesClassName: draw.pick(['gold', '']) } : {}),
      ...(draw.chance(0.2) && waits ? { selector: oddSelector(draw) as Writable<LabelSelector> } : {}),
      ...(waits ? {} : { volumeName }),
    },
    status: { phase: waits ? 'Pending' : 'Bound' },
  });
  if (state === 'gone') return;
  objects.persistentVolumes.push(aVolume(waits ? `free-${volumeName}` : volumeName, waits, draw));
}

function aVolume(name: string, isFree: boolean, draw: Draw): Volume {
  const labels: Record<string, string> = { kind: draw.pick(['a', 'b']) };
  if (draw.chance(0.6)) labels[draw.pick([zoneKey, oldZoneKey])] = draw.pick(zoneValues);
  if (draw.chance(0.3)) labels[draw.pick([regionKey, oldRegionKey])] = draw.pick(['r1', 'r2']);
  const annotations: Record<string, string> = draw.chance(0.2)
    ? { 'volume.beta.kubernetes.io/storage-class': 'odd-local' }
    : {};
  const source = draw.pick([
    { gcePersistentDisk: { pdName: draw.pick(['d1', 'd2']) } },
    {
      awsElasticBlockStore: { volumeID: draw.pick(['vol-1', 'aws://us-east-1a/vol-12345678', 'aws:///vol-12345678']) },
    },
    { azureDisk: { diskName: 'x', diskURI: draw.pick(['u1', 'u2']) } },
    { cinder: { volumeID: draw.pick(['c1', 'c2']) } },
    { portworxVolume: { volumeID: draw.pick(['x1', 'x2']) } },
    { hostPath: { path: '/odd' } },
  ]);
  return {
    metadata: { name, uid: name, labels, annotations },
    spec: {
      capacity: { storage: draw.pick(['1Gi', '2Gi', '2048Mi']) },
      accessModes: ['ReadWriteMany', 'ReadWriteOncePod'],
      storageClassName: draw.pick(['odd-local', 'odd-local', 'odd-later']),
      ...source,
      ...(draw.chance(0.2) ? { volumeAttributesClassName: 'gold' } : {}),
      ...(draw.chance(0.6)
        ? { nodeAffinity: { required: { nodeSelectorTerms: draw.many(draw.whole(1, 2), () => reach(draw)) } } }
        : {}),
    },
    status: { phase: isFree ? 'Available' : 'Bound' },
  };
}

function reach(
  draw: Draw,
): Writable<
  NonNullable<NonNullable<PersistentVolume['spec']['nodeAffinity']>['required']>['nodeSelectorTerms'][number]
> {
  const key = draw.pick([zoneKey, oldZoneKey, regionKey, oldRegionKey, ...driverZoneKeys]);
  const zone = {
    key,
    operator: draw.pick(['In', 'In', 'NotIn'] as const),
    values: draw.pick([['us-east-1a'], ['us-east-1b', 'r1'], ['bad value!']]),
  };
  if (draw.chance(0.1)) return { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['nowhere'] }] };
  return draw.chance(0.1)
    ? {}
    : { matchExpressions: draw.chance(0.3) ? [zone, { key: zoneKey, operator: 'Exists' }] : [zone] };
}

function oddSelector(draw: Draw): LabelSelector {
  return draw.pick<LabelSelector>([
    { matchLabels: { kind: 'a' } },
    {},
    { matchExpressions: [{ key: 'kind', operator: 'NotIn', values: ['b'] }] },
    { matchExpressions: [{ key: 'constructor', operator: 'DoesNotExist' }] },
  ]);
}

function makeOdd(pod: DraftPod, draft: Draft, draw: Draw): void {
  const { spec, metadata } = pod;
  if (draw.chance(0.5)) {
    const claims = draw
      .some(claimNames, 2)
      .map((claimName) => ({ name: `v-${claimName}`, persistentVolumeClaim: { claimName } }));
    const inline = draw.chance(0.3)
      ? [
          draw.pick([
            { name: 'i', gcePersistentDisk: { pdName: 'd1' } },
            { name: 'i', awsElasticBlockStore: { volumeID: 'vol-1' } },
            { name: 'i', azureDisk: { diskName: 'x', diskURI: 'u1' } },
            { name: 'i', cinder: { volumeID: 'c1' } },
            { name: 'i', portworxVolume: { volumeID: 'x1' } },
            { name: 'i', image: { reference: 'registry.example/main:1' } },
          ]),
        ]
      : [];
    spec.volumes = [...(spec.volumes ?? []), ...claims, ...inline];
  }
  if (draw.chance(0.1)) own(pod, draft, draw);
  if (draw.chance(0.2)) {
    const requests = {
      [draw.pick([
        'requests.example.com/x',
        'batch.kubernetes.io/cpu',
        'storage',
        'hugepages-1Gi',
        'bad name/x',
        'x/y/z',
        'pods',
      ])]: draw.pick(['0', '1', '2']),
    };
    spec.containers[0]!.resources = { requests: { ...spec.containers[0]!.resources?.requests, ...requests } };
  }
  if (draw.chance(0.1))
    spec.tolerations = [draw.pick([{ operator: 'Exists' }, {}, { key: 'k1', operator: 'Gt', value: '1' }])];
  if (draw.chance(0.1)) spec.nodeSelector = draw.pick<Record<string, string>>([{}, { gen: '1' }, { [zoneKey]: '' }]);
  if (draw.chance(0.1)) breakSelectors(pod, draw);
  if (draw.chance(0.1) && spec.nodeName !== undefined) metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
  if (draw.chance(0.03)) metadata.labels = { ...metadata.labels, constructor: 'a' };
}

/** A volume made for the pod, whose claim may be another's, or missing. */
function own(pod: DraftPod, { objects }: Draft, draw: Draw): void {
  const { name, uid, namespace } = pod.metadata;
  pod.spec.volumes = [...(pod.spec.volumes ?? []), { name: 'own', ephemeral: {} }];
  if (draw.chance(0.1)) return;
  const owner = draw.chance(0.8) ? uid : 'another';
  objects.persistentVolumeClaims.push({
    metadata: {
      name: `${name}-own`,
      namespace: namespace!,
      uid: `pvc-${name}-own`,
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name, uid: owner, controller: true }],
      ...(draw.chance(0.4) ? { annotations: { [bound]: '' } } : {}),
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'odd-later',
      resources: { requests: { storage: '1Gi' } },
      ...(draw.chance(0.3) ? { volumeName: 'no-such-volume' } : {}),
    },
    status: { phase: 'Pending' },
  });
}

/** Selectors that no API server lets through today. */
function breakSelectors(pod: DraftPod, draw: Draw): void {
  const labelSelector = draw.pick<Writable<LabelSelector>>([
    { matchExpressions: [{ key: 'app', operator: 'In', values: [] }] },
    { matchLabels: { app: 'bad value!' } },
    { matchExpressions: [{ key: 'bad key!', operator: 'Exists' }] },
  ]);
  const term = { labelSelector, topologyKey: zoneKey };
  const required = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
  const preferred = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] };
  // of a probe's own affinity kube-scheduler complains in Go's words
  const where = draw.pick(pod.spec.nodeName === undefined ? ['spread', 'soft'] : ['near', 'far', 'likes', 'dislikes']);
  if (where === 'near') pod.spec.affinity = { ...pod.spec.affinity, podAffinity: required };
  if (where === 'far') pod.spec.affinity = { ...pod.spec.affinity, podAntiAffinity: required };
  if (where === 'likes') pod.spec.affinity = { ...pod.spec.affinity, podAffinity: preferred };
  if (where === 'dislikes') pod.spec.affinity = { ...pod.spec.affinity, podAntiAffinity: preferred };
  if (where !== 'spread' && where !== 'soft') return;
  const whenUnsatisfiable = where === 'spread' ? 'DoNotSchedule' : 'ScheduleAnyway';
  pod.spec.topologySpreadConstraints = [{ maxSkew: 1, topologyKey: zoneKey, whenUnsatisfiable, labelSelector }];
}
