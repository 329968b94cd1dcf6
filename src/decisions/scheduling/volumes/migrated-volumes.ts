import type { NodeSelector, NodeSelectorRequirement } from '#api/kubernetes/selectors.ts';
import type { PersistentVolume } from '#api/kubernetes/storage.ts';
import type { Volume } from '#api/kubernetes/volume.ts';

/** A kind of volume that Kubernetes once had built in, and the driver that serves it today. */
interface Migration {
  readonly plugin: string;
  readonly driver: string;
  /** The label by which the driver knows zones; undefined where topology stays as it is. */
  readonly zoneKey: string | undefined;
}

const migrations = {
  gcePersistentDisk: {
    plugin: 'kubernetes.io/gce-pd',
    driver: 'pd.csi.storage.gke.io',
    zoneKey: 'topology.gke.io/zone',
  },
  awsElasticBlockStore: {
    plugin: 'kubernetes.io/aws-ebs',
    driver: 'ebs.csi.aws.com',
    zoneKey: 'topology.ebs.csi.aws.com/zone',
  },
  azureDisk: { plugin: 'kubernetes.io/azure-disk', driver: 'disk.csi.azure.com', zoneKey: undefined },
  cinder: {
    plugin: 'kubernetes.io/cinder',
    driver: 'cinder.csi.openstack.org',
    zoneKey: 'topology.cinder.csi.openstack.org/zone',
  },
  portworxVolume: { plugin: 'kubernetes.io/portworx-volume', driver: 'pxd.portworx.com', zoneKey: undefined },
} as const satisfies Record<string, Migration>;

type Source = keyof typeof migrations;
type Sourced = Pick<Volume & PersistentVolume['spec'], Source>;

const sources: readonly Source[] = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'azureDisk',
  'cinder',
  'portworxVolume',
];
const sourceOf = (volume: Sourced): Source | undefined => sources.find((source) => volume[source] !== undefined);

/** A volume as its driver names it. */
export interface VolumeHandle {
  readonly driver: string;
  readonly handle: string;
}

export function isMigratable(volume: Volume): boolean {
  return sourceOf(volume) !== undefined;
}

/** A built-in volume in a pod's own spec. */
export function inlineHandle(volume: Volume): VolumeHandle | undefined {
  return handleOf(volume, 'zones/UNSPECIFIED');
}

/** A built-in volume of its own; undefined also where its driver cannot name it. */
export function migratedHandle(volume: PersistentVolume): VolumeHandle | undefined {
  const scope = gceScope(volume);
  if (volume.spec.gcePersistentDisk !== undefined && scope === undefined) return undefined;
  return handleOf(volume.spec, scope ?? '');
}

function handleOf(volume: Sourced, scope: string): VolumeHandle | undefined {
  const source = sourceOf(volume);
  if (source === undefined) return undefined;
  const names: Readonly<Record<Source, string | undefined>> = {
    gcePersistentDisk: `projects/UNSPECIFIED/${scope}/disks/${volume.gcePersistentDisk?.pdName}`,
    awsElasticBlockStore: volume.awsElasticBlockStore?.volumeID.replace(/^aws:\/\/[^/]*\/+/, ''),
    azureDisk: volume.azureDisk?.diskURI,
    cinder: volume.cinder?.volumeID,
    portworxVolume: volume.portworxVolume?.volumeID,
  };
  return { driver: migrations[source].driver, handle: names[source] ?? '' };
}

const betaZone = 'failure-domain.beta.kubernetes.io/zone';
const betaRegion = 'failure-domain.beta.kubernetes.io/region';
const zone = 'topology.kubernetes.io/zone';
const region = 'topology.kubernetes.io/region';

const labelOf = ({ metadata: { labels = {} } }: PersistentVolume, key: string): string =>
  Object.hasOwn(labels, key) ? labels[key]! : '';

/** One zone, or the region that its zones are in; undefined where they are in none, or in several. */
function gceScope(volume: PersistentVolume): string | undefined {
  const label = labelOf(volume, betaZone) || labelOf(volume, zone);
  const zones = label.split('__').map((each) => each.split('-'));
  if (zones.length === 1) return `zones/${label || 'UNSPECIFIED'}`;
  const regions = new Set(zones.map(([place, number]) => `${place}-${number}`));
  return zones.every((parts) => parts.length === 3) && regions.size === 1 ? `regions/${[...regions][0]}` : undefined;
}

/** The driver that provisions in place of a built-in provisioner; undefined for all others. */
export function driverOfProvisioner(provisioner: string): string | undefined {
  return Object.values(migrations).find(({ plugin }) => plugin === provisioner)?.driver;
}

interface MigratedAffinity {
  readonly plugin: string;
  readonly required: NodeSelector | 'untranslatable' | undefined;
}

/** How a volume's affinity reads on nodes that say they were migrated; undefined where it reads the same on all. */
export function migratedAffinity(volume: PersistentVolume): MigratedAffinity | undefined {
  const source = sourceOf(volume.spec);
  if (source === undefined) return undefined;
  const { plugin, zoneKey } = migrations[source];
  if (migratedHandle(volume) === undefined) return { plugin, required: 'untranslatable' };
  return zoneKey === undefined ? undefined : { plugin, required: translated(volume, zoneKey) };
}

function translated(volume: PersistentVolume, zoneKey: string): NodeSelector | undefined {
  const required = volume.spec.nodeAffinity?.required;
  const terms = required?.nodeSelectorTerms ?? [];
  const said = terms.flatMap(({ matchExpressions = [] }) => matchExpressions);
  const oldZone = saysBeta(volume, said) ? betaZone : zone;
  const saysZone = said.some(({ key, values = [] }) => key === oldZone && values.length > 0);
  const values = [
    ...new Set(
      labelOf(volume, oldZone)
        .split('__')
        .map((value) => value.trim()),
    ),
  ].filter(Boolean);
  const adds = !saysZone && values.length > 0;
  if (!adds && required === undefined) return undefined;
  const added: readonly NodeSelectorRequirement[] = adds ? [{ key: zoneKey, operator: 'In', values }] : [];
  const renamed = (one: NodeSelectorRequirement): NodeSelectorRequirement => {
    if (saysZone && one.key === oldZone) return { ...one, key: zoneKey };
    return one.key === betaRegion && oldZone === betaZone ? { ...one, key: region } : one;
  };
  return {
    nodeSelectorTerms: (adds && terms.length === 0 ? [{}] : terms).map(
      ({ matchExpressions = [], matchFields = [] }) => ({
        matchFields,
        matchExpressions: [...matchExpressions.map(renamed), ...added],
      }),
    ),
  };
}

/** Whether the volume's zone stands under the old key: its affinity says so, or else its labels. */
function saysBeta({ metadata: { labels = {} } }: PersistentVolume, said: readonly NodeSelectorRequirement[]): boolean {
  const keys = [zone, betaZone].filter((key) => said.some((one) => one.key === key));
  const labelled = [zone, betaZone].filter((key) => Object.hasOwn(labels, key));
  return [...keys, ...labelled][0] === betaZone;
}
