import type { Pod } from '#api/kubernetes/pod.ts';
import { holdsNode, isTerminal, isTerminating } from '#api/pod-standing.ts';
import type { HeardLook } from '#ports/recording.ts';
import { graceMsOf } from '#simulation/world/pod-writes.ts';

/** A pod as it was first seen on a node, and when it left: milliseconds since the epoch. */
export interface SeenLife {
  readonly pod: Pod;
  /** When it was made; of one that waited for a node, when it had one. */
  readonly bornAt: number;
  /** When it was told to go, where a look saw it on its way out; else half-way between the looks before and after it was gone. */
  leftAt: number | undefined;
}

/** Which pods held a node, and until when. */
export class SeenLives {
  readonly byUid: Map<string, SeenLife> = new Map();
  /** Those that have not been told to go, and when they were seen last. */
  #alive: Map<string, number> = new Map();
  /** Those that have no node yet, and when they were seen last. */
  readonly #waiting: Map<string, number> = new Map();

  take({ objects, readAt }: Pick<HeardLook, 'objects' | 'readAt'>): void {
    if (objects.Pod.kind !== 'listed') return;
    const alive = new Map<string, number>();
    for (const pod of objects.Pod.items) {
      const { uid, deletionTimestamp } = pod.metadata;
      if (!holdsNode(pod)) {
        if (!isTerminal(pod)) this.#waiting.set(uid, readAt);
        continue;
      }
      const seen = this.byUid.get(uid) ?? { pod, bornAt: this.#bornAt(pod, readAt), leftAt: undefined };
      this.byUid.set(uid, seen);
      if (isTerminating(pod)) seen.leftAt ??= Date.parse(deletionTimestamp ?? '') - graceMsOf(pod);
      else alive.set(uid, readAt);
    }
    for (const [uid, lastAt] of this.#alive) {
      const seen = this.byUid.get(uid);
      if (!alive.has(uid) && seen !== undefined) seen.leftAt ??= (lastAt + readAt) / 2;
    }
    this.#alive = alive;
  }

  /** `readAt`: when it was first seen on a node. */
  #bornAt({ metadata, status }: Pod, readAt: number): number {
    const waitedAt = this.#waiting.get(metadata.uid);
    if (waitedAt === undefined) return Date.parse(metadata.creationTimestamp ?? '');
    const scheduled = status?.conditions?.find(({ type, status: is }) => type === 'PodScheduled' && is === 'True');
    const scheduledAt = Date.parse(scheduled?.lastTransitionTime ?? '');
    return Number.isNaN(scheduledAt) ? (waitedAt + readAt) / 2 : scheduledAt;
  }
}
