import type { Node } from '#api/kubernetes/node.ts';
import { allOf } from '#app/once/all-of.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import type { Resource } from '#kube/client/resource.ts';
import { readAnnotations } from '#load/annotations/read-annotations.ts';
import type { PublishedCoverage } from '#views/status/status-report.ts';

const nodes: Resource<Node> = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };

/** How many ready nodes carry a load that is fresh: what roles have published is there whether they can be asked or not. */
export async function publishedCoverage({ client, config, clock, signal }: OpenCluster): Promise<PublishedCoverage> {
  const all = await allOf(client, nodes, { signal });
  const now = clock.now();
  const { freshForMs } = config.load;
  const ages = all.filter(isReady).map((node) => ageOf(node, config.annotations.prefix, now));
  const known = ages.filter((age) => age !== undefined);
  return {
    ready: ages.length,
    fresh: known.filter((age) => age <= freshForMs).length,
    oldestMs: known.length === 0 ? null : Math.max(...known),
    freshForMs,
  };
}

const isReady = ({ status }: Node): boolean =>
  status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') === true;

function ageOf({ metadata }: Node, prefix: string, now: number): number | undefined {
  const { takenAt } = readAnnotations(metadata.annotations ?? {}, [], prefix);
  return takenAt.kind === 'known' ? Math.max(0, now - takenAt.at) : undefined;
}
