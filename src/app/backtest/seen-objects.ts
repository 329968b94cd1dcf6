import type { RosterNode, RosterPod } from '#ports/cluster-roster.ts';
import type { RecordedHistory, RecordedNode, RecordedPod } from '#simulation/backtest/recorded-history.ts';

const STEP_MS = 300_000;

/** Steps are counted from the Unix epoch. */
const stepOf = (at: number): number => Math.floor(at / STEP_MS);

/** The step that a look speaks of: most of the five minutes before it. */
export const stepBefore = (at: number): number => stepOf(at - STEP_MS / 2);

/** What was measured, by step: of several measurements in one, the one that was taken nearest to its middle. */
export class Measured {
  readonly #steps: Map<number, { readonly value: number; readonly offMs: number }> = new Map();

  /** `windowMs`: what the value is a mean over, up to `takenAt`; NaN where it is of the instant. Returns the step. */
  take(value: number, takenAt: number, windowMs: number): number {
    const at = takenAt - (Number.isNaN(windowMs) ? 0 : windowMs / 2);
    const step = stepOf(at);
    const offMs = Math.abs(at - (step + 0.5) * STEP_MS);
    if (offMs <= (this.#steps.get(step)?.offMs ?? Infinity)) this.#steps.set(step, { value, offMs });
    return step;
  }

  /** Writes down what is known, where steps are counted from `firstStep` on. */
  writeTo(column: Float64Array, firstStep: number): void {
    for (const [step, { value }] of this.#steps) if (step >= firstStep) column[step - firstStep] = value;
  }
}

/** A node as looks saw it; its use in cores and in bytes. */
export interface SeenNode {
  readonly node: RosterNode;
  readonly pool: string;
  looks: number;
  readonly used: Measured;
  readonly held: Measured;
}

/** A pod as looks saw it; its use in cores and in bytes. */
export interface SeenPod {
  readonly pod: RosterPod;
  readonly owner: string;
  readonly request: number;
  readonly limit: number | undefined;
  readonly isPinned: boolean;
  lastSeenAt: number;
  readonly used: Measured;
  readonly held: Measured;
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

function recordedNode({ node, pool, looks, used, held }: SeenNode, allLooks: number, span: Span): RecordedNode {
  const { capacity, allocatable } = node;
  return {
    name: node.name,
    capacity: capacity.cpuCores,
    allocatable: Number.isNaN(allocatable.cpuCores) ? capacity.cpuCores : allocatable.cpuCores,
    pool,
    isLasting: 2 * looks >= allLooks,
    used: column([used], span),
    held: column([held], span),
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
  const bornIn = (one: SeenPod): number => Math.max(0, stepOf(one.pod.createdAt) - span.firstStep);
  const from = bornIn(chain[0]);
  const until = Math.min(span.steps, stepOf(chain.at(-1)!.lastSeenAt) - span.firstStep + 1);
  if (!(from < until)) return undefined;
  const stays = chain.map((one) => ({ uid: one.pod.uid, node: one.pod.nodeName, from: bornIn(one) }));
  const used = column(
    chain.map((one) => one.used),
    span,
  );
  const held = column(
    chain.map((one) => one.held),
    span,
  );
  return { uid: pod.uid, node: pod.nodeName, owner, request, limit, isPinned, from, until, stays, used, held };
}

/** What was measured of one after the other; of the later where of both. */
function column(measured: readonly Measured[], { firstStep, steps }: Span): Float64Array {
  const values = new Float64Array(steps).fill(Number.NaN);
  for (const one of measured) one.writeTo(values, firstStep);
  return values;
}
