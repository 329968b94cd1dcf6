import type { KubeClient } from '#kube/client/kube-client.ts';
import type { Resource } from '#kube/client/resource.ts';

/** All objects of a kind, page by page. */
export async function allOf<T>(
  client: KubeClient,
  resource: Resource<T>,
  ask: { readonly namespace?: string; readonly labelSelector?: string; readonly signal: AbortSignal },
): Promise<readonly T[]> {
  let items: T[] = [];
  for await (const page of client.list(resource, ask)) {
    items = page.follows === 'again' ? [...page.items] : [...items, ...page.items];
  }
  return items;
}
