import type { ReplayInstance } from '#simulation/replay/instance.ts';
import { ABSENT } from '#simulation/replay/policy.ts';
import { fillGaps, type RecordedHistory, type RecordedNode, type RecordedPod } from './recorded-history.ts';

/** Nodes that turn nobody away whom another of them takes, with what ran on them. */
export interface RecordedPool {
  readonly name: string;
  readonly nodes: readonly RecordedNode[];
  /** Without gaps. */
  readonly pods: readonly RecordedPod[];
  /** What nodes use beyond their pods, as pods that are bound to them. */
  readonly systems: readonly RecordedPod[];
}

/** How much more than it ever used a pod without a limit is thought capable of. */
const HEADROOM = 1.5;
const MINUTE = 60_000;
const HALF_HOUR = 30 * MINUTE;

/** A recorded cluster, pool by pool. Pods of which nothing was ever measured are part of what their node uses beyond them. */
export function poolsOf(history: RecordedHistory): readonly RecordedPool[] {
  const poolOf = new Map(history.nodes.map(({ name, pool }) => [name, pool]));
  const lasting = history.nodes.filter(({ isLasting }) => isLasting);
  const known = history.pods.flatMap((pod) => withoutGaps(pod) ?? []);
  return [...Map.groupBy(lasting, ({ pool }) => pool)].map(([name, nodes]) => {
    const names = new Set(nodes.map((node) => node.name));
    // what is bound to a node that is left out is left out with it
    const pods = known.filter(({ node, isPinned }) => poolOf.get(node) === name && (!isPinned || names.has(node)));
    return { name, nodes, pods, systems: nodes.flatMap((node) => systemOf(node, pods, history) ?? []) };
  });
}

/** A pod whose gaps are filled; nothing where its use was never measured. */
export function withoutGaps(pod: RecordedPod): RecordedPod | undefined {
  const used = pod.used.slice();
  return fillGaps(used, pod.from, pod.until) ? { ...pod, used } : undefined;
}

/**
 * What a node used beyond its pods, as a pod that is bound to it and asks for what is not allocatable: so that room by
 * requests is room on the node. Nothing where the node was never measured.
 */
function systemOf(node: RecordedNode, pods: readonly RecordedPod[], history: RecordedHistory): RecordedPod | undefined {
  const { name, capacity, allocatable } = node;
  const used = beyondPods(node, pods, { of: 'used', ...history });
  if (used === undefined) return undefined;
  const uid = `system of ${name}`;
  return {
    uid,
    node: name,
    owner: uid,
    request: Math.max(0, capacity - allocatable),
    limit: capacity,
    isPinned: true,
    from: 0,
    until: history.steps,
    stays: [{ uid, node: name, from: 0 }],
    used,
    held: new Float64Array(history.steps).fill(Number.NaN),
  };
}

/**
 * What a node uses beyond its pods by step; nothing where the node was never measured. A mean over an hour: nodes and
 * pods are not measured over the same moments, and what is too much in one step and too little in the next is no use.
 */
export function beyondPods(
  node: Pick<RecordedNode, 'name' | 'used' | 'held'>,
  pods: readonly Pick<RecordedPod, 'from' | 'until' | 'stays' | 'used' | 'held'>[],
  { of, steps, stepMs }: Pick<RecordedHistory, 'steps' | 'stepMs'> & { readonly of: 'used' | 'held' },
): Float64Array | undefined {
  const beyond = node[of].slice();
  for (const pod of pods) {
    for (const [number, stay] of pod.stays.entries()) {
      if (stay.node !== node.name) continue;
      const until = Math.min(pod.until, pod.stays[number + 1]?.from ?? pod.until);
      for (let step = Math.max(pod.from, stay.from); step < until; step++) beyond[step]! -= pod[of][step]!;
    }
  }
  if (!fillGaps(beyond, 0, steps)) return undefined;
  return smoothed(beyond, HALF_HOUR / stepMs).map((amount) => Math.max(0, amount));
}

/** Means over so many steps before and after each. */
function smoothed(values: Float64Array, steps: number): Float64Array {
  return values.map((_, at) => {
    const around = values.subarray(Math.max(0, at - steps), at + steps + 1);
    return around.reduce((sum, value) => sum + value, 0) / around.length;
  });
}

/**
 * A pool as an instance of the replay, from step `since` on; what came before is what policies may have learnt from. Pods
 * are born and die as they did; where they go that are born later is decided anew, like every move.
 */
export function instanceOf(pool: RecordedPool, { steps, stepMs }: RecordedHistory, since: number = 0): ReplayInstance {
  const { name, nodes } = pool;
  const nodeAt = new Map(nodes.map((node, at) => [node.name, at]));
  const placeOf = ({ node }: RecordedPod): number => nodeAt.get(node) ?? ABSENT;
  const pods = [...pool.pods, ...pool.systems].filter(({ until }) => until > since);
  const owners = new Map([...new Set(pods.map(({ owner }) => owner))].map((owner, number) => [owner, number]));
  return {
    name,
    cluster: {
      nodes: nodes.length,
      capacity: Float64Array.from(nodes, ({ capacity }) => capacity),
      pods: pods.length,
      limit: Float64Array.from(pods, boundOf),
      request: Float64Array.from(pods, ({ request }) => request),
      owner: Int32Array.from(pods, ({ owner }) => owners.get(owner)!),
      stepMinutes: stepMs / MINUTE,
      pinned: Int32Array.from(pods, (pod) => (pod.isPinned ? placeOf(pod) : ABSENT)),
      ...(since === 0 ? {} : { history: useTable(pods, { from: 0, until: since, elsewhere: Number.NaN }) }),
    },
    use: useTable(pods, { from: since, until: steps, elsewhere: 0 }),
    start: Int32Array.from(pods, (pod) => (pod.from <= since ? placeOf(pod) : ABSENT)),
    life: {
      from: Int32Array.from(pods, ({ from }) => Math.max(0, from - since)),
      until: Int32Array.from(pods, ({ until }) => until - since),
    },
  };
}

interface Window {
  readonly from: number;
  readonly until: number;
  /** What stands where a pod is not there. */
  readonly elsewhere: number;
}

function useTable(pods: readonly RecordedPod[], { from, until, elsewhere }: Window): ReplayInstance['use'] {
  const steps = until - from;
  const cores = new Float64Array(steps * pods.length).fill(elsewhere);
  for (const [row, pod] of pods.entries()) {
    for (let step = Math.max(from, pod.from); step < Math.min(until, pod.until); step++) {
      cores[(step - from) * pods.length + row] = pod.used[step]!;
    }
  }
  return { steps, cores };
}

/** What a pod can use: its limit; without one what it asks for, and more than it ever used. */
export function boundOf({ limit, request, from, until, used }: RecordedPod): number {
  let most = 0;
  for (let step = from; step < until; step++) most = Math.max(most, used[step]!);
  return Math.max(limit ?? Math.max(request, HEADROOM * most), most);
}
