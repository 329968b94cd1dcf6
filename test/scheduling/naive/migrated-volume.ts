import type { CSINode, PersistentVolume } from '#api/kubernetes/storage.ts';
import type { NodeSelector, NodeSelectorRequirement } from '#api/kubernetes/selectors.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import { labelOf } from './label-selector.ts';

/** A volume type Kubernetes had built in, and the driver that serves it today. */
interface Migration {
  readonly plugin: string;
  readonly driver: string;
  /** The label the driver knows zones by; undefined where topology stays as it is. */
  readonly zoneKey?: string;
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
  azureDisk: { plugin: 'kubernetes.io/azure-disk', driver: 'disk.csi.azure.com' },
  cinder: {
    plugin: 'kubernetes.io/cinder',
    driver: 'cinder.csi.openstack.org',
    zoneKey: 'topology.cinder.csi.openstack.org/zone',
  },
  portworxVolume: { plugin: 'kubernetes.io/portworx-volume', driver: 'pxd.portworx.com' },
} as const satisfies Record<string, Migration>;

type Source = keyof typeof migrations;
const sources = Object.keys(migrations) as Source[];

const betaZone = 'failure-domain.beta.kubernetes.io/zone';
const betaRegion = 'failure-domain.beta.kubernetes.io/region';
const zone = 'topology.kubernetes.io/zone';
const region = 'topology.kubernetes.io/region';

export interface Handle {
  readonly driver: string;
  readonly handle: string;
}

export function isMigratable(volume: Volume): boolean {
  return sources.some((source) => volume[source] !== undefined);
}

/** A built-in volume in a pod's own spec, as its driver names it. */
export function inlineHandle(volume: Volume): Handle | undefined {
  const source = sources.find((one) => volume[one] !== undefined);
  return source && { driver: migrations[source].driver, handle: handleOf(source, volume, 'zones/UNSPECIFIED') };
}

/** A built-in PersistentVolume, as its driver names it; undefined also where it cannot. */
export function migratedHandle(volume: PersistentVolume): Handle | undefined {
  const source = sources.find((one) => volume.spec[one] !== undefined);
  const scope = gceScope(volume);
  if (source === undefined || (source === 'gcePersistentDisk' && scope === undefined)) return undefined;
  return { driver: migrations[source].driver, handle: handleOf(source, volume.spec, scope ?? '') };
}

function handleOf(source: Source, from: Volume | PersistentVolume['spec'], scope: string): string {
  switch (source) {
    case 'gcePersistentDisk':
      return `projects/UNSPECIFIED/${scope}/disks/${from.gcePersistentDisk!.pdName}`;
    case 'awsElasticBlockStore':
      return from.awsElasticBlockStore!.volumeID.replace(/^aws:\/\/[^/]*\/+/, '');
    case 'azureDisk':
      return from.azureDisk!.diskURI;
    case 'cinder':
      return from.cinder!.volumeID;
    case 'portworxVolume':
      return from.portworxVolume!.volumeID;
  }
}

/** One zone, or the region its zones are in; undefined where they are in none, or in several. */
function gceScope({ metadata }: PersistentVolume): string | undefined {
  const label = labelOf(metadata.labels, betaZone) || labelOf(metadata.labels, zone) || '';
  const zones = label.split('__').map((one) => one.split('-'));
  if (zones.length === 1) return `zones/${label || 'UNSPECIFIED'}`;
  const regions = new Set(zones.map(([place, number]) => `${place}-${number}`));
  return zones.every((parts) => parts.length === 3) && regions.size === 1 ? `regions/${[...regions][0]}` : undefined;
}

/** The driver that provisions in place of a built-in provisioner; undefined for all others. */
export function driverOfProvisioner(provisioner: string): string | undefined {
  const source = sources.find((one) => migrations[one].plugin === provisioner);
  return source && migrations[source].driver;
}

/** The volume's node affinity, in its driver's terms on nodes that say they were migrated, if it can be said in them. */
export function nodeAffinityOn(
  volume: PersistentVolume,
  csiNode: CSINode | undefined,
): NodeSelector | 'untranslatable' | undefined {
  const required = volume.spec.nodeAffinity?.required;
  const source = sources.find((one) => volume.spec[one] !== undefined);
  if (source === undefined) return required;
  const migration: Migration = migrations[source];
  const migrated = labelOf(csiNode?.metadata.annotations, 'storage.alpha.kubernetes.io/migrated-plugins') ?? '';
  if (!migrated.split(',').includes(migration.plugin)) return required;
  if (migratedHandle(volume) === undefined) return 'untranslatable';
  if (migration.zoneKey === undefined) return required;
  return translated(volume, migration.zoneKey);
}

function translated(volume: PersistentVolume, zoneKey: string): NodeSelector | undefined {
  const required = volume.spec.nodeAffinity?.required;
  const terms = required?.nodeSelectorTerms ?? [];
  const said = terms.flatMap((term) => term.matchExpressions ?? []);
  const oldZone = speaksBeta(volume, said) ? betaZone : zone;
  const hasZone = said.some((one) => one.key === oldZone && (one.values ?? []).length > 0);
  const zones = (labelOf(volume.metadata.labels, oldZone) ?? '').split('__').map((one) => one.trim());
  const values = [...new Set(zones)].filter((one) => one !== '');
  const adds = !hasZone && values.length > 0;
  if (!adds && required === undefined) return undefined;
  const added: readonly NodeSelectorRequirement[] = adds ? [{ key: zoneKey, operator: 'In', values }] : [];
  const renamed = (one: NodeSelectorRequirement): NodeSelectorRequirement => {
    if (hasZone && one.key === oldZone) return { ...one, key: zoneKey };
    return one.key === betaRegion && oldZone === betaZone ? { ...one, key: region } : one;
  };
  return {
    nodeSelectorTerms: (adds && terms.length === 0 ? [{}] : terms).map((term) => ({
      matchFields: term.matchFields ?? [],
      matchExpressions: [...(term.matchExpressions ?? []).map(renamed), ...added],
    })),
  };
}

/** Whether the volume's zone stands under the old key: its affinity says so, or else its labels. */
function speaksBeta({ metadata }: PersistentVolume, said: readonly NodeSelectorRequirement[]): boolean {
  const keys = [
    ...[zone, betaZone].filter((key) => said.some((one) => one.key === key)),
    ...[zone, betaZone].filter((key) => labelOf(metadata.labels, key) !== undefined),
  ];
  return keys[0] === betaZone;
}
