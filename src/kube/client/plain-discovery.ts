import { Fault } from '#base/fault.ts';
import { recordsIn, text, textsIn } from './aggregated-discovery.ts';
import type { Served, ServedResource } from './served-resource.ts';

/** Asks for a path of discovery. */
export type AskPath = (path: string) => Promise<unknown>;

/** What is served, one question a group and version: how servers before 1.27 tell it. A group that is down is missing. */
export async function plainDiscovery(core: unknown, groups: unknown, ask: AskPath): Promise<Served> {
  const versions = [
    ...textsIn(Object(core), 'versions').map((version) => ({ group: '', version, path: `/api/${version}` })),
    ...recordsIn(groups, 'groups').flatMap(preferredFirst),
  ];
  const found = await Promise.all(
    versions.map(async ({ group, version, path }) => {
      try {
        return readList(group, version, await ask(path));
      } catch (thrown) {
        if (thrown instanceof Fault && thrown.code !== 'kube/aborted') return `${group}/${version}`;
        throw thrown;
      }
    }),
  );
  return {
    resources: found.flatMap((each) => (typeof each === 'string' ? [] : each)),
    missing: found.filter((each) => typeof each === 'string'),
  };
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly path: string;
}

function preferredFirst(entry: Readonly<Record<string, unknown>>): readonly GroupVersion[] {
  const group = text(entry['name']);
  const [preferred] = recordsIn({ only: [entry['preferredVersion']] }, 'only').map((each) => text(each['version']));
  const versions = recordsIn(entry, 'versions').map((each) => text(each['version']));
  const others = versions.filter((version) => version !== preferred);
  return (preferred === undefined ? others : [preferred, ...others]).map((version) => ({
    group,
    version,
    path: `/apis/${group}/${version}`,
  }));
}

/** Subresources stand among the resources, as `pods/status`. */
function readList(group: string, version: string, answer: unknown): readonly ServedResource[] {
  const entries = recordsIn(answer, 'resources');
  const parts = entries.map((entry) => text(entry['name']).split('/'));
  return entries
    .filter((entry) => !text(entry['name']).includes('/'))
    .map((entry) => ({
      group,
      version,
      plural: text(entry['name']),
      singular: text(entry['singularName']),
      kind: text(entry['kind']),
      namespaced: entry['namespaced'] === true,
      shortNames: textsIn(entry, 'shortNames'),
      verbs: textsIn(entry, 'verbs'),
      subresources: parts.flatMap(([plural, ...rest]) =>
        plural === entry['name'] && rest.length > 0 ? [rest.join('/')] : [],
      ),
    }));
}
