import type { Node } from '#api/kubernetes/node.ts';
import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';

/** One pod at one node, as things stand in this view. */
export interface AtNode {
  readonly view: ClusterView;
  readonly pod: ComingPod;
  readonly row: number;
}

export function nodeAt({ view, row }: AtNode): Node {
  return view.nodes.nodes[row]!;
}

/** Where a node is, by a label that divides the cluster; undefined where it lacks the label. */
export function domainOf(view: ClusterView, row: number, topologyKey: string): string | undefined {
  const { valueOf, values } = view.label(topologyKey);
  return values[valueOf[row]!];
}

/** The rows of one domain. */
export function rowsIn(view: ClusterView, topologyKey: string, value: string): readonly number[] {
  return [...view.nodes.all()].filter((row) => domainOf(view, row, topologyKey) === value);
}
