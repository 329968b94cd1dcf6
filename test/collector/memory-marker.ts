import type { Clock } from '#ports/clock.ts';
import type { RosterNode } from '#ports/cluster-roster.ts';
import type { MarkOutcome, NodeMarker, NodeMarks } from '#ports/node-marker.ts';

interface MarkedNode {
  readonly uid: string;
  /** Everything that stands there, others' too. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Which of it is ours. */
  readonly ours: ReadonlySet<string>;
}

/** Nodes with annotations, in memory: marked as the API server lets them be marked. */
export class MemoryMarker implements NodeMarker {
  readonly nodes: Map<string, MarkedNode> = new Map();
  readonly writes: { readonly at: number; readonly name: string; readonly set: NodeMarks['set'] }[] = [];
  /** Thrown at the next write. */
  fault: Error | undefined;
  /** Why writes are refused, while they are. */
  refusal: string | undefined;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A node that exists, with annotations of others'. */
  join(
    { name, uid, marks }: Pick<RosterNode, 'name' | 'uid' | 'marks'>,
    foreign: Readonly<Record<string, string>> = {},
  ): void {
    this.nodes.set(name, { uid, annotations: { ...foreign, ...marks }, ours: new Set(Object.keys(marks)) });
  }

  async mark({ node, set }: NodeMarks, signal: AbortSignal): Promise<MarkOutcome> {
    signal.throwIfAborted();
    const { fault } = this;
    this.fault = undefined;
    if (fault !== undefined) throw fault;
    if (this.refusal !== undefined) return { kind: 'refused', why: this.refusal };
    const held = this.nodes.get(node.name);
    if (held?.uid !== node.uid) return { kind: 'gone' };
    const kept = Object.entries(held.annotations).filter(([key]) => !held.ours.has(key));
    const annotations = { ...Object.fromEntries(kept), ...set };
    this.nodes.set(node.name, { uid: node.uid, annotations, ours: new Set(Object.keys(set)) });
    this.writes.push({ at: this.#clock.now(), name: node.name, set });
    return { kind: 'written' };
  }
}
