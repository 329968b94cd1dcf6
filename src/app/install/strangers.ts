import type { OpenCluster } from '#app/once/open-cluster.ts';
import { Discovery } from '#kube/client/discovery.ts';
import type { KubeObject } from '#kube/client/kube-object.ts';
import type { ServedResource } from '#kube/client/served-resource.ts';

/** What every namespace has by itself, as kind and name. */
const furniture: ReadonlySet<string> = new Set(['ConfigMap kube-root-ca.crt', 'ServiceAccount default']);

/** Whatever is in a namespace besides what every namespace has and what passes by itself: it would be lost with it. */
export async function strangersIn(cluster: OpenCluster, namespace: string): Promise<readonly string[]> {
  const { client, clock, signal } = cluster;
  const { resources, missing } = await new Discovery(client, () => clock.now()).served();
  const found = await Promise.all(resources.filter(isKept).map((resource) => namesOf(cluster, resource, namespace)));
  signal.throwIfAborted();
  // an API that does not answer may have objects there
  return [...new Set([...found.flat(), ...missing.map((group) => `objects of ${group}, which is not served now`)])];
}

/** What can be listed and deleted by itself is kept by the API server; measurements and reviews are not. */
const isKept = ({ namespaced, verbs, kind }: ServedResource): boolean =>
  namespaced && verbs.includes('list') && verbs.includes('delete') && kind !== 'Event';

async function namesOf(
  { client, signal }: OpenCluster,
  resource: ServedResource,
  namespace: string,
): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { items } of client.list<KubeObject>(resource, { namespace, signal })) {
    names.push(...items.map(({ metadata }) => `${resource.kind} ${metadata?.name ?? ''}`));
  }
  return names.filter((name) => !furniture.has(name));
}
