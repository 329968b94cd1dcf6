import type { ScoreCard } from '#views/simulation/score-card.ts';
import { MoveCount } from './move-count.ts';
import type { WorldEvent } from './world/chronicle.ts';
import { isActive, isReady } from './world/objects/object-store.ts';
import type { ReplicaSet, StatefulSet } from './world/objects/objects.ts';
import type { World } from './world/world.ts';

const MINUTE = 60_000;

/** Counts while a run goes on. */
export class ScoreKeeper {
  readonly #world: World;
  readonly #moves: MoveCount;
  #refused: number = 0;
  #outOfMemory: number = 0;
  /** Replicas that are wanted and not ready: all, and by uid of their set. */
  #lacking: number = 0;
  readonly #lackingOf: Map<string, number> = new Map();
  #unreadyMs: number = 0;
  #countedAt: number;

  constructor(world: World) {
    const { core } = world;
    this.#world = world;
    this.#moves = new MoveCount(world);
    this.#countedAt = core.clock.now();
    for (const kind of ['ReplicaSet', 'StatefulSet'] as const) {
      for (const set of core.store.list(kind)) this.#recount(set, true);
    }
    core.chronicle.read((event) => this.#hear(event));
    core.store.listen(({ kind, before, after }) => {
      if (kind === 'ReplicaSet' || kind === 'StatefulSet') this.#recount((after ?? before)!, after !== undefined);
    });
  }

  card(): ScoreCard {
    this.#settle();
    const { overLineMs, overFullMs, lackedCoreMs } = this.#world.workings.tally();
    const { evictions, pingPongs, mostMoves } = this.#moves;
    return {
      overLineMinutes: overLineMs / MINUTE,
      overFullMinutes: overFullMs / MINUTE,
      lackedCoreMinutes: lackedCoreMs / MINUTE,
      evictions,
      refused: this.#refused,
      pingPongs,
      mostMoves,
      unreadyMinutes: this.#unreadyMs / MINUTE,
      outOfMemory: this.#outOfMemory,
    };
  }

  #hear({ kind }: WorldEvent): void {
    if (kind === 'eviction-refused') this.#refused += 1;
    else if (kind === 'pod-out-of-memory') this.#outOfMemory += 1;
  }

  /** The time since the last count goes to what was lacking then. */
  #settle(): void {
    const now = this.#world.core.clock.now();
    this.#unreadyMs += this.#lacking * (now - this.#countedAt);
    this.#countedAt = now;
  }

  #recount(set: ReplicaSet | StatefulSet, isThere: boolean): void {
    const { uid } = set.metadata;
    const pods = this.#world.core.store.podsOwnedBy(uid);
    const ready = set.status?.readyReplicas ?? pods.filter((pod) => isActive(pod) && isReady(pod)).length;
    const lacking = isThere ? Math.max(0, set.spec.replicas - ready) : 0;
    this.#settle();
    this.#lacking += lacking - (this.#lackingOf.get(uid) ?? 0);
    this.#lackingOf.set(uid, lacking);
  }
}
