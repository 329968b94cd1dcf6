import { annotationComparer, type Cause, causes, type Texts } from './annotation-change.ts';
import type { AnnotationsOptions } from '#load/annotation-options.ts';
import { type Heartbeat, heartbeatDue, heartbeatOf } from './heartbeat.ts';
import type { LoadView, NodeRow } from '#load/load-view.ts';
import { hashOf } from './node-hash.ts';

/** What stands on a node because we wrote it, and since when. */
export interface PublishedNode {
  readonly texts: Texts;
  readonly writtenAt: number;
}

/** What is known of the writing so far. */
export interface WritingPast {
  /** By uid; only what was written for certain. A node left out has nothing of ours. */
  readonly published: ReadonlyMap<string, PublishedNode>;
  /** When the last write of any node was sent; nothing when none was. */
  readonly lastWriteAt?: number;
}

/** One node's annotations, written whole. */
export interface AnnotationWrite {
  readonly node: { readonly name: string; readonly uid: string };
  /** When it may be sent, not earlier. */
  readonly at: number;
  readonly because: Cause;
  /** Everything of ours that stands there afterwards. */
  readonly set: Texts;
  /** What stands there now and must go. */
  readonly remove: readonly string[];
}

export interface AnnotationPlan {
  /** In the order of `at`. */
  readonly writes: readonly AnnotationWrite[];
  /** Writes that are due but found no place before the next plan; they come first then. */
  readonly deferred: number;
  readonly heartbeat: Heartbeat;
}

/** A node that is due, and how it ranks. */
interface Candidate {
  readonly row: NodeRow;
  readonly because: Cause;
  readonly rank: number;
  readonly dueAt: number;
  readonly writtenAt: number;
  readonly hash: number;
}

const NOTHING: PublishedNode = { texts: {}, writtenAt: Number.NEGATIVE_INFINITY };

/**
 * What to write on which nodes from `view.now` until `untilMs` later, when the next plan is made.
 *   1. nodes that became hot   2. other changes of verdict   3. numbers that are no longer known
 *   4. values that moved, and heartbeats overdue by a whole interval: those unwritten longest first
 *   5. heartbeats, each at its time
 * Writes keep a fixed distance, so no second holds more than the budget. What comes to the same texts is not written.
 */
export function planAnnotations(
  view: LoadView,
  past: WritingPast,
  options: AnnotationsOptions & { readonly untilMs: number },
): AnnotationPlan {
  const heartbeat = heartbeatOf(view.rows.length, options);
  const comparer = annotationComparer(view, options.prefix);
  const gapMs = Math.ceil(1000 / options.writesPerSecond);
  const end = view.now + options.untilMs;
  const writes: AnnotationWrite[] = [];
  let free = Math.max(view.now, (past.lastWriteAt ?? Number.NEGATIVE_INFINITY) + gapMs);
  let deferred = 0;
  for (const { row, because, dueAt } of candidates()) {
    const { name, uid } = view.node(row);
    const texts = publishedOn(uid).texts;
    const set = comparer.wanted(row);
    const remove = Object.keys(texts).filter((key) => !Object.hasOwn(set, key));
    if (remove.length === 0 && Object.keys(set).every((key) => set[key] === texts[key])) continue;
    const at = Math.max(free, dueAt);
    if (at >= end) {
      deferred++;
      continue;
    }
    writes.push({ node: { name, uid }, at, because, set, remove });
    free = at + gapMs;
  }
  return { writes, deferred, heartbeat };

  function candidates(): readonly Candidate[] {
    return view.rows.flatMap((row) => candidateOf(row) ?? []).toSorted(byUrgency);
  }

  function candidateOf(row: NodeRow): Candidate | undefined {
    const { uid } = view.node(row);
    const { texts, writtenAt } = publishedOn(uid);
    const cause = comparer.cause(row, texts);
    const hash = hashOf(uid);
    if (cause !== undefined) {
      return { row, because: cause, rank: causes.indexOf(cause), dueAt: view.now, writtenAt, hash };
    }
    const dueAt = heartbeatDue(uid, writtenAt, heartbeat.everyMs);
    // NaN where nothing of ours stands there and nothing is known
    if (!(dueAt < end)) return undefined;
    const isOverdue = view.now - dueAt > heartbeat.everyMs;
    const rank = causes.indexOf(isOverdue ? 'moved' : 'heartbeat');
    return { row, because: 'heartbeat', rank, dueAt: Math.max(view.now, dueAt), writtenAt, hash };
  }

  function publishedOn(uid: string): PublishedNode {
    return past.published.get(uid) ?? NOTHING;
  }
}

/** Heartbeats by their time, everything else by how long it has not been written; then by hash, to favour no name. */
function byUrgency(one: Candidate, other: Candidate): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (one.dueAt !== other.dueAt) return one.dueAt - other.dueAt;
  // not a difference: two nodes never written are both at -Infinity
  if (one.writtenAt !== other.writtenAt) return one.writtenAt < other.writtenAt ? -1 : 1;
  return one.hash - other.hash;
}
