import { type DialectChoice, dialectOf } from '#api/dialect.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { isTerminal } from '#api/pod-standing.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { Resource } from '#kube/client/resource.ts';
import { serverVersion, type ServerVersion } from '#kube/client/server-version.ts';
import { Decoder } from '#kube/decode/decoder.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import { KubeFault } from '#kube/transport/kube-fault.ts';
import type { ClusterRoster } from '#ports/cluster-roster.ts';
import { node as nodeShape } from '#sources/cluster-watch/shapes/node.ts';
import { pod as podShape } from '#sources/cluster-watch/shapes/pod.ts';
import { PodBook } from '#sources/kube-watch/pod-book.ts';
import { rosterNode } from '#sources/kube-watch/roster-node.ts';

const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const pods: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };

/** All objects of a kind; or the fault that says that we may not list them. */
export type Listed<T> =
  | { readonly kind: 'listed'; readonly items: readonly T[] }
  | { readonly kind: 'forbidden'; readonly fault: KubeFault };

/** Nodes and pods, each listed once. */
export interface ClusterLists {
  readonly nodes: Listed<Node>;
  /** Those that have not ended. */
  readonly pods: Listed<Pod>;
  readonly version: ServerVersion;
  readonly dialect: DialectChoice;
}

export interface ListsAsk {
  /** Absent: pods of all namespaces. */
  readonly namespace?: string | undefined;
  readonly signal: AbortSignal;
}

/** One list of nodes and one of pods, streamed and projected. */
export async function listCluster(client: KubeClient, { namespace, signal }: ListsAsk): Promise<ClusterLists> {
  const [version, nodeList, podList] = await Promise.all([
    serverVersion(client, { signal }),
    listed(client, nodes, nodeShape, { signal }),
    listed(client, pods, podShape, { namespace, signal }),
  ]);
  const alive =
    podList.kind === 'listed' ? { ...podList, items: podList.items.filter((pod) => !isTerminal(pod)) } : podList;
  return { nodes: nodeList, pods: alive, version, dialect: dialectOf(String(version.minor)) };
}

async function listed<T>(client: KubeClient, resource: Resource, shape: Shape<T>, ask: ListsAsk): Promise<Listed<T>> {
  const items: T[] = [];
  try {
    await client.stream(resource, { ...ask, decoder: new Decoder(shape), take: (item) => void items.push(item) });
    return { kind: 'listed', items };
  } catch (thrown) {
    if (thrown instanceof KubeFault && thrown.code === 'kube/forbidden') return { kind: 'forbidden', fault: thrown };
    throw thrown;
  }
}

/** What was listed; nothing of what we may not list. */
export function itemsOf<T>(list: Listed<T>): readonly T[] {
  return list.kind === 'listed' ? list.items : [];
}

/** Those listed, as load needs them. */
export function rosterOf(
  { nodes: nodeList, pods: podList }: ClusterLists,
  now: number,
): Pick<ClusterRoster, 'nodes' | 'pods' | 'nodeOfPod'> {
  const book = new PodBook();
  for (const { metadata, spec } of itemsOf(podList)) {
    if ((spec.nodeName ?? '') === '') continue;
    const { namespace = '', name, uid, creationTimestamp = '' } = metadata;
    book.put({ namespace, name, uid, createdAt: Date.parse(creationTimestamp), nodeName: spec.nodeName! });
  }
  return {
    nodes: itemsOf(nodeList).map((node) => {
      const { name, uid } = node.metadata;
      return rosterNode(node, { namespace: '', name, uid }, { before: undefined, now });
    }),
    pods: book.pods,
    nodeOfPod: (namespace, pod) => book.find(namespace, pod)?.nodeName,
  };
}
