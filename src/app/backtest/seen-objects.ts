import type { RosterNode, RosterPod } from '#ports/cluster-roster.ts';
import type { RecordedHistory, RecordedNode, RecordedPod } from '#simulation/backtest/recorded-history.ts';

const STEP_MS = 300_000;

/** Steps are counted from the Unix epoch. */
export const stepOf = (at: number): number => Math.floor(at / STEP_MS);

/** A node as looks saw it; its use in cores by step. */
export interface SeenNode {
  readonly node: RosterNode;
  readonly pool: string;
  looks: number;
  readonly usedAt: Map<number, number>;
}

/** A pod as looks saw it; its use in cores by step. */
export interface SeenPod {
  readonly pod: RosterPod;
  readonly owner: string;
  readonly request: number;
  readonly limit: number | undefined;
  readonly isPinned: boolean;
  lastSeenAt: number;
  readonly usedAt: Map<number, number>;
}

export interface Seen {
  readonly firstStep: number;
  readonly lastStep: number;
  readonly looks: number;
  readonly nodes: readonly SeenNode[];
  /** By uid. */
  readonly pods: ReadonlyMap<string, SeenPod>;
  /** By the uid of a pod that was moved, the uid of the one that took its place. */
  readonly replacements: ReadonlyMap<string, string>;
}

/** What was seen, as a history. A pod that was moved by us lives on in the one that took its place: a policy did that. */
export function assembled({ firstStep, lastStep, looks, nodes, pods, replacements }: Seen): RecordedHistory {
  const steps = Math.max(0, lastStep - firstStep + 1);
  const span = { firstStep, steps };
  return {
    fromMs: steps === 0 ? 0 : firstStep * STEP_MS,
    stepMs: STEP_MS,
    steps,
    nodes: nodes.map((seen) => recordedNode(seen, looks, span)),
    pods: chains(pods, replacements).flatMap((chain) => recordedPod(chain, span) ?? []),
  };
}

interface Span {
  readonly firstStep: number;
  readonly steps: number;
}

function recordedNode({ node, pool, looks, usedAt }: SeenNode, allLooks: number, span: Span): RecordedNode {
  const { capacity, allocatable } = node;
  return {
    name: node.name,
    capacity: capacity.cpuCores,
    allocatable: Number.isNaN(allocatable.cpuCores) ? capacity.cpuCores : allocatable.cpuCores,
    pool,
    isLasting: 2 * looks >= allLooks,
    used: column([usedAt], span),
  };
}

type Chain = readonly [SeenPod, ...SeenPod[]];

/** Each pod with those that took its place, in the order of their coming. */
function chains(pods: Seen['pods'], replacements: Seen['replacements']): readonly Chain[] {
  const isReplacement = new Set([...replacements].flatMap(([old, now]) => (pods.has(old) ? [now] : [])));
  return [...pods.values()]
    .filter(({ pod }) => !isReplacement.has(pod.uid))
    .map((first): Chain => {
      const chain: [SeenPod, ...SeenPod[]] = [first];
      for (let next = after(first); next !== undefined && !chain.includes(next); next = after(next)) chain.push(next);
      return chain;
    });

  function after({ pod }: SeenPod): SeenPod | undefined {
    return pods.get(replacements.get(pod.uid) ?? '');
  }
}

function recordedPod(chain: Chain, span: Span): RecordedPod | undefined {
  const [{ pod, owner, request, limit, isPinned }] = chain;
  const from = Math.max(0, stepOf(pod.createdAt) - span.firstStep);
  const until = Math.min(span.steps, stepOf(chain.at(-1)!.lastSeenAt) - span.firstStep + 1);
  if (!(from < until)) return undefined;
  const used = column(
    chain.map(({ usedAt }) => usedAt),
    span,
  );
  return { uid: pod.uid, node: pod.nodeName, owner, request, limit, isPinned, from, until, used };
}

function column(known: readonly ReadonlyMap<number, number>[], { firstStep, steps }: Span): Float64Array {
  const values = new Float64Array(steps).fill(Number.NaN);
  for (const [step, cores] of known.flatMap((one) => [...one])) if (step >= firstStep) values[step - firstStep] = cores;
  return values;
}
