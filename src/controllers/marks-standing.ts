import type { PublishedNode } from '#load/annotations/annotation-plan.ts';
import type { RosterNode } from '#ports/cluster-roster.ts';

/** How long after a write the cluster may still be heard to say what stood there before. */
const ECHO_MS = 5000;

/**
 * What stands on nodes. What the cluster says, except where we wrote so lately that it may not have been heard of yet:
 * then what we wrote for certain. So others' writes are seen, a new leader starts from the old one's, and nothing is
 * written twice.
 */
export class MarksStanding {
  readonly #written: Map<string, PublishedNode> = new Map();

  wrote(uid: string, written: PublishedNode): void {
    this.#written.set(uid, written);
  }

  /** By uid, of the nodes alive. */
  of(nodes: readonly RosterNode[]): ReadonlyMap<string, PublishedNode> {
    const standing = new Map(nodes.map((node) => [node.uid, this.#on(node)]));
    for (const uid of this.#written.keys()) if (!standing.has(uid)) this.#written.delete(uid);
    return standing;
  }

  #on({ uid, marks, marksSince }: RosterNode): PublishedNode {
    const written = this.#written.get(uid);
    return written !== undefined && marksSince <= written.writtenAt + ECHO_MS
      ? written
      : { texts: marks, writtenAt: marksSince };
  }
}
