import type { StringMap } from '#api/kubernetes/metadata.ts';

const keysOf = (level: 'region' | 'zone') => [
  `failure-domain.beta.kubernetes.io/${level}`,
  `topology.kubernetes.io/${level}`,
];
const regionKeys = keysOf('region');
const zoneKeys = keysOf('zone');

function firstOf(labels: StringMap, keys: readonly string[]): string {
  const key = keys.find((candidate) => Object.hasOwn(labels, candidate));
  return key === undefined ? '' : labels[key]!;
}

/** What two nodes share if they lie in one zone; the older label wins where a node bears both. */
export function zoneOf(labels: StringMap): string {
  return `${firstOf(labels, regionKeys)}\0${firstOf(labels, zoneKeys)}`;
}

/** Rows as kube-scheduler walks them: the first node of every zone, then the second of every zone, and so on. */
export function inZoneOrder(rows: Int32Array, zoneOfRow: (row: number) => string): number[] {
  const zones = new Map<string, number[]>();
  for (const row of rows) {
    const zone = zoneOfRow(row);
    const members = zones.get(zone);
    if (members === undefined) zones.set(zone, [row]);
    else members.push(row);
  }
  const ordered: number[] = [];
  for (let place = 0; ordered.length < rows.length; place++) {
    for (const members of zones.values()) if (place < members.length) ordered.push(members[place]!);
  }
  return ordered;
}
