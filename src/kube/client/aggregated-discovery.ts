import { isRecord } from './parse-answer.ts';
import type { Served, ServedResource } from './served-resource.ts';

/** Asked for first: one answer for all groups, since Kubernetes 1.27. A server that does not know it answers plainly. */
export const aggregatedAccept =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;q=0.9';

export const isAggregated = (answer: unknown): boolean =>
  isRecord(answer) && answer['kind'] === 'APIGroupDiscoveryList';

/** What an aggregated answer says. */
export function readAggregated(answer: unknown): Served {
  const versions = recordsIn(answer, 'items').flatMap((group) =>
    recordsIn(group, 'versions').map((version) => ({ group: nameOf(group), version })),
  );
  return {
    resources: versions.flatMap(({ group, version }) =>
      recordsIn(version, 'resources').map((resource) => readResource(group, text(version['version']), resource)),
    ),
    missing: versions
      .filter(({ version }) => version['freshness'] === 'Stale')
      .map(({ group, version }) => `${group}/${text(version['version'])}`),
  };
}

function readResource(group: string, version: string, resource: Readonly<Record<string, unknown>>): ServedResource {
  const { responseKind } = resource;
  return {
    group,
    version,
    plural: text(resource['resource']),
    singular: text(resource['singularResource']),
    kind: isRecord(responseKind) ? text(responseKind['kind']) : '',
    namespaced: resource['scope'] === 'Namespaced',
    shortNames: textsIn(resource, 'shortNames'),
    verbs: textsIn(resource, 'verbs'),
    subresources: recordsIn(resource, 'subresources').map((each) => text(each['subresource'])),
  };
}

/** The core group has no name. */
const nameOf = (group: Readonly<Record<string, unknown>>): string =>
  isRecord(group['metadata']) ? text(group['metadata']['name']) : '';

/** The records under `key`; what is none is left out. */
export function recordsIn(value: unknown, key: string): readonly Readonly<Record<string, unknown>>[] {
  const list: unknown = isRecord(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

export function textsIn(value: Readonly<Record<string, unknown>>, key: string): readonly string[] {
  const list = value[key];
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
