import { hostKey, hostKeyOfInstance } from './host-key.ts';
import type { LiveNode } from '#load/live-node.ts';
import type { Join } from '#load/signals/signal.ts';

/** Which rule found the node of a series. */
export type MatchRule = 'declared-label' | 'node-label' | 'instance' | 'pod';

/** The node a series speaks of, as its place in the index's list; or why that cannot be said. */
export type Match =
  | { readonly kind: 'node'; readonly row: number; readonly by: MatchRule }
  | { readonly kind: 'ambiguous'; readonly by: MatchRule; readonly key: string; readonly rows: readonly number[] }
  | { readonly kind: 'no-such-node' | 'no-label' };

export type Labels = Readonly<Record<string, string>>;

/** Where a pod runs now: the name of its node, if it has one. */
export type NodeOfPod = (namespace: string, pod: string) => string | undefined;

/** A match in words, with every name that makes it ambiguous. */
export function matchWords(match: Match, nodes: readonly LiveNode[]): string {
  switch (match.kind) {
    case 'node':
      return `${nodes[match.row]!.name}, by ${ruleWords[match.by]}`;
    case 'ambiguous':
      return `${match.key} is claimed by ${match.rows.map((row) => nodes[row]!.name).join(' and ')}`;
    case 'no-such-node':
      return 'no live node has this name or address';
    case 'no-label':
      return 'no label says which node it is';
  }
}

const ruleWords: Readonly<Record<MatchRule, string>> = {
  'declared-label': 'the declared label',
  'node-label': 'the label node',
  instance: 'the label instance',
  pod: 'the pod that runs there',
};

/** Finds the node of a series: exactly, by what Kubernetes says of its nodes, never by pattern, prefix or first label. */
export interface NodeIndex {
  readonly nodes: readonly LiveNode[];
  find(labels: Labels, join: Join): Match;
}

export interface NodeIndexOptions {
  /** A label that the stack at hand puts the node's name or address in. */
  readonly label?: string;
  readonly nodeOfPod?: NodeOfPod;
}

const NO_LABEL: Match = { kind: 'no-label' };
const NO_SUCH_NODE: Match = { kind: 'no-such-node' };

/**
 * An index over the nodes alive now. For each series the first rule that hits a live node decides:
 *   1. the declared label   2. `node`   3. `instance`, with or without port (signals joined by node)
 *                                       3. `namespace` and `pod` (signals joined by pod)
 * In a label that names the node, an exact node name comes before any address, so that no kubelet can report its way
 * into another node's name. Everything else that two nodes claim is ambiguous.
 */
export function nodeIndexOf(nodes: readonly LiveNode[], options: NodeIndexOptions = {}): NodeIndex {
  const named = new Map(nodes.map(({ name }, row) => [name, row]));
  /** Made when a label first names no node. */
  let hosts: ReadonlyMap<string, Match> | undefined;
  // made once a node and rule: finding a node allocates nothing
  const found = {
    'declared-label': nodes.map((_, row): Match => ({ kind: 'node', row, by: 'declared-label' })),
    'node-label': nodes.map((_, row): Match => ({ kind: 'node', row, by: 'node-label' })),
    pod: nodes.map((_, row): Match => ({ kind: 'node', row, by: 'pod' })),
    /** By the text that was looked up: every signal of a node has the same. */
    instance: new Map<string, Match>(),
  };
  return Object.freeze({ nodes, find });

  function find(labels: Labels, join: Join): Match {
    const declared = options.label === undefined ? NO_LABEL : byLabel(labels[options.label], 'declared-label');
    if (isFound(declared)) return declared;
    const labelled = byLabel(labels['node'], 'node-label');
    if (isFound(labelled)) return labelled;
    const last = join === 'pod' ? byPod(labels) : byInstance(labels['instance']);
    // a label that names no live node is told rather than one that is not there
    return last === NO_LABEL && (declared === NO_SUCH_NODE || labelled === NO_SUCH_NODE) ? NO_SUCH_NODE : last;
  }

  function byLabel(label: string | undefined, by: 'declared-label' | 'node-label'): Match {
    if (label === undefined || label === '') return NO_LABEL;
    const row = named.get(label);
    if (row !== undefined) return found[by][row]!;
    const match = byInstance(label);
    return match.kind === 'node' ? found[by][match.row]! : match.kind === 'ambiguous' ? { ...match, by } : match;
  }

  function byInstance(instance: string | undefined): Match {
    if (instance === undefined || instance === '') return NO_LABEL;
    const held = found.instance.get(instance);
    if (held !== undefined) return held;
    const key = hostKeyOfInstance(instance);
    const match = key === undefined ? undefined : (hosts ??= hostsOf(nodes)).get(key);
    // only what was found is kept: strangers could be without number
    if (match !== undefined) found.instance.set(instance, match);
    return match ?? NO_SUCH_NODE;
  }

  function byPod(labels: Labels): Match {
    const { namespace, pod } = labels;
    if (namespace === undefined || pod === undefined) return NO_LABEL;
    const name = options.nodeOfPod?.(namespace, pod);
    const row = name === undefined ? undefined : named.get(name);
    return row === undefined ? NO_SUCH_NODE : found.pod[row]!;
  }
}

/** Names and addresses of nodes, as hosts are compared. */
function hostsOf(nodes: readonly LiveNode[]): ReadonlyMap<string, Match> {
  const hosts = new Map<string, Match>();
  nodes.forEach((node, row) => {
    for (const key of new Set([node.name, ...node.addresses].map(hostKey))) claim(key, row);
  });
  return hosts;

  function claim(key: string, row: number): void {
    const held = hosts.get(key);
    if (held === undefined) return void hosts.set(key, { kind: 'node', row, by: 'instance' });
    const others = held.kind === 'ambiguous' ? held.rows : held.kind === 'node' ? [held.row] : [];
    hosts.set(key, { kind: 'ambiguous', by: 'instance', key, rows: [...others, row] });
  }
}

function isFound({ kind }: Match): boolean {
  return kind === 'node' || kind === 'ambiguous';
}
