import { type DialectChoice, dialectOf } from '#api/dialect.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { isTerminal } from '#api/pod-standing.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { serverVersion, type ServerVersion } from '#kube/client/server-version.ts';
import type { ClusterRoster } from '#ports/cluster-roster.ts';
import { type KindReading, readKind } from '#sources/cluster-watch/read-cluster.ts';
import { PodBook } from '#sources/kube-watch/pod-book.ts';
import { rosterNode } from '#sources/kube-watch/roster-node.ts';

/** Nodes and pods, each listed once. */
export interface ClusterLists {
  readonly nodes: KindReading<Node>;
  /** Those that have not ended. */
  readonly pods: KindReading<Pod>;
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
    readKind(client, 'Node', { signal }),
    readKind(client, 'Pod', { namespace, signal }),
  ]);
  const alive =
    podList.kind === 'listed' ? { ...podList, items: podList.items.filter((pod) => !isTerminal(pod)) } : podList;
  return { nodes: nodeList, pods: alive, version, dialect: dialectOf(String(version.minor)) };
}

/** What was listed; nothing of what could not be. */
export function itemsOf<T>(list: KindReading<T>): readonly T[] {
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
