/** Few names, so that random things meet. */
export const namespaces = [
  { name: 'blue', labels: { team: 'a', env: 'x' } },
  { name: 'green', labels: { team: 'b', env: 'x' } },
  { name: 'red', labels: { team: 'b', env: 'y' } },
] as const;

export const namespaceNames: readonly string[] = namespaces.map(({ name }) => name);

/** Keys of pod labels, and the values each may have. */
export const podLabelKeys = ['app', 'tier', 'track', 'hash'] as const;
export const labelValues = ['a', 'b', 'c', 'A'] as const;

export const zones = ['z1', 'z2', 'z3'] as const;
export const regions = ['r1', 'r2'] as const;

export const hostnameKey = 'kubernetes.io/hostname';
export const zoneKey = 'topology.kubernetes.io/zone';
export const regionKey = 'topology.kubernetes.io/region';
export const oldZoneKey = 'failure-domain.beta.kubernetes.io/zone';
export const oldRegionKey = 'failure-domain.beta.kubernetes.io/region';

/** What spread and affinity may go by; nodes seldom have the last. */
export const topologyKeys: readonly string[] = [zoneKey, zoneKey, zoneKey, hostnameKey, hostnameKey, regionKey, 'rack'];

/** Labels of nodes besides where they stand. */
export const nodeLabelKeys = ['disk', 'gen'] as const;
