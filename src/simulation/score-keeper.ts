import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf } from '#api/pod-standing.ts';
import type { ScoreCard } from '#views/score-card.ts';
import { MoveLedger } from './replay/move-ledger.ts';
import type { WorldEvent } from './world/chronicle.ts';
import { isActive, isReady } from './world/object-store.ts';
import { keyOf, type ReplicaSet, type StatefulSet } from './world/objects.ts';
import { nodesEver } from './world/nodes-ever.ts';
import { isMoveOfOurs } from './world/our-moves.ts';
import type { World } from './world/world.ts';

const MINUTE = 60_000;

/** Counts while a run goes on. */
export class ScoreKeeper {
  readonly #world: World;
  readonly #ledger: MoveLedger;
  readonly #nodeNames: readonly string[];
  /** Courses whose pod we moved and that nobody placed follows yet: where it was. */
  readonly #underWay: Map<number, number> = new Map();
  #refused: number = 0;
  #outOfMemory: number = 0;
  /** Replicas that are wanted and not ready: all, and by uid of their set. */
  #lacking: number = 0;
  readonly #lackingOf: Map<string, number> = new Map();
  #unreadyMs: number = 0;
  #countedAt: number;

  constructor(world: World) {
    const { spec, core } = world;
    this.#world = world;
    this.#nodeNames = [...nodesEver(spec).keys()];
    this.#ledger = new MoveLedger({
      pods: spec.courses.count,
      nodes: this.#nodeNames.length,
      stepMinutes: spec.courses.stepMs / MINUTE,
    });
    this.#countedAt = core.clock.now();
    for (const kind of ['ReplicaSet', 'StatefulSet'] as const) {
      for (const set of core.store.list(kind)) this.#recount(set, true);
    }
    core.chronicle.read((event) => this.#hear(event));
    world.book.onTakenUp((heir) => this.#landed(heir, core.clock.now()));
    core.store.listen(({ kind, before, after }) => {
      if (kind === 'ReplicaSet' || kind === 'StatefulSet') this.#recount((after ?? before)!, after !== undefined);
    });
  }

  card(): ScoreCard {
    this.#settle();
    const { overLineMs, overFullMs, lackedCoreMs } = this.#world.workings.tally();
    const { evictions, pingPongs, mostMoves } = this.#ledger;
    return {
      overLineMinutes: overLineMs / MINUTE,
      overFullMinutes: overFullMs / MINUTE,
      lackedCoreMinutes: lackedCoreMs / MINUTE,
      evictions: evictions + this.#underWay.size,
      refused: this.#refused,
      pingPongs,
      mostMoves,
      unreadyMinutes: this.#unreadyMs / MINUTE,
      outOfMemory: this.#outOfMemory,
    };
  }

  #hear(event: WorldEvent): void {
    const { kind, of, at } = event;
    const { store } = this.#world.core;
    const pod = store.get('Pod', of);
    if (kind === 'eviction-refused') this.#refused += 1;
    else if (kind === 'pod-out-of-memory') this.#outOfMemory += 1;
    else if (pod !== undefined && isMoveOfOurs(event, pod, store)) this.#left(pod);
    else if (pod !== undefined && kind === 'pod-placed') this.#landed(pod, at, event.node);
  }

  #left(pod: Pod): void {
    const course = this.#world.book.courseOf(pod);
    const from = this.#nodeNames.indexOf(pod.spec.nodeName ?? '');
    if (course !== undefined && from !== -1) this.#underWay.set(course, from);
  }

  #landed(pod: Pod, at: number, node: string = pod.spec.nodeName ?? ''): void {
    const { book, core, spec } = this.#world;
    const course = book.courseOf(pod);
    const from = course === undefined ? undefined : this.#underWay.get(course);
    const to = this.#nodeNames.indexOf(node);
    if (course === undefined || from === undefined || to === -1) return;
    this.#underWay.delete(course);
    const name = controllerOf(pod)?.name ?? pod.metadata.name;
    core.chronicle.tell({
      at,
      kind: 'move-landed',
      of: keyOf(pod.metadata),
      node,
      why: `in place of a pod of ${name} from ${this.#nodeNames[from]}`,
    });
    this.#ledger.record(Math.floor((at - spec.startsAt) / spec.courses.stepMs), course, from, to);
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
