import type { PersistentVolume, PersistentVolumeClaim } from '#api/kubernetes/storage.ts';
import { ABSENT, type LabelColumn } from '#cluster/columns/label-column.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { type ClusterFilter, type FilterStep, SKIP } from '../framework.ts';
import { claimNotFound, classNameOf, classOf, namedClaims } from '#decisions/scheduling/volumes/pod-volumes.ts';
import { OK } from '../verdict-book.ts';

/** Each key, and the key that stands for it today. */
const keys: readonly (readonly [string, string])[] = [
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['topology.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['topology.kubernetes.io/region', 'topology.kubernetes.io/region'],
];

interface Demand {
  readonly column: LabelColumn;
  /** Where a node lacks the key. */
  readonly today: LabelColumn;
  readonly values: ReadonlySet<string>;
}

/** A volume may be in several zones at once: `a__b`. */
function demandsOf({ metadata: { labels = {} } }: PersistentVolume, view: ClusterView): Demand[] {
  return keys.flatMap(([key, today]) => {
    const values = Object.hasOwn(labels, key) ? labels[key]!.split('__').map((value) => value.trim()) : [''];
    return values.includes('') ? [] : [{ column: view.label(key), today: view.label(today), values: new Set(values) }];
  });
}

/** What is wrong with a claim without a volume; nothing where it waits for a node. */
function complaintOf(claim: PersistentVolumeClaim, view: ClusterView): string | undefined {
  const { volumeName = '' } = claim.spec;
  if (volumeName !== '') return `persistentvolume "${volumeName}" not found`;
  const name = classNameOf(claim);
  if (name === '') return 'PersistentVolumeClaim had no pv name and storageClass name';
  const storageClass = classOf(claim, view);
  if (storageClass === undefined) return `storageclass.storage.k8s.io "${name}" not found`;
  const { volumeBindingMode } = storageClass;
  if (volumeBindingMode === undefined) return `VolumeBindingMode not set for StorageClass "${name}"`;
  return volumeBindingMode === 'WaitForFirstConsumer' ? undefined : 'PersistentVolume had no name';
}

/** The demands of all volumes, or the first complaint. */
function demandsOn(names: readonly string[], namespace: string, view: ClusterView): Demand[] | string {
  const demands: Demand[] = [];
  for (const name of names) {
    const claim = view.object('PersistentVolumeClaim', `${namespace}/${name}`);
    if (claim === undefined) return name === '' ? 'PersistentVolumeClaim had no name' : claimNotFound(name);
    const volume = view.object('PersistentVolume', claim.spec.volumeName ?? '');
    if (volume !== undefined) demands.push(...demandsOf(volume, view));
    const complaint = volume === undefined ? complaintOf(claim, view) : undefined;
    if (complaint !== undefined) return complaint;
  }
  return demands;
}

function isMet({ column, today, values }: Demand, row: number): boolean {
  const [from, value] = column.valueOf[row] === ABSENT ? [today, today.valueOf[row]!] : [column, column.valueOf[row]!];
  return value !== ABSENT && values.has(from.values[value]!);
}

/** Keeps pods in the zones that their volumes are labelled with. */
export const volumeZone: ClusterFilter = {
  name: 'VolumeZone',
  reach: 'cluster',
  prepare({ shape: { spec, namespace } }, _view, pen) {
    const names = namedClaims(spec.volumes);
    if (names.length === 0) return undefined;
    const elsewhere = pen.refuse('UnschedulableAndUnresolvable', 'node(s) had no available volume zone');
    return (_pod, view): FilterStep => {
      const demands = demandsOn(names, namespace, view);
      if (typeof demands === 'string') {
        return { kind: 'refuse', verdict: pen.refuse('UnschedulableAndUnresolvable', demands) };
      }
      if (demands.length === 0) return SKIP;
      const columns = keys.map(([key]) => view.label(key));
      // a node that says nothing of zones and regions is in all of them
      const isNowhere = (row: number): boolean => columns.every(({ valueOf }) => valueOf[row] === ABSENT);
      return {
        kind: 'judge',
        judge({ list, count }, verdicts) {
          for (let at = 0; at < count; at++) {
            const row = list[at]!;
            verdicts[row] = isNowhere(row) || demands.every((demand) => isMet(demand, row)) ? OK : elsewhere;
          }
        },
      };
    };
  },
};
