import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf } from '#api/pod-standing.ts';
import { MoveLedger } from './replay/move-ledger.ts';
import type { WorldEvent } from './world/chronicle.ts';
import { keyOf } from './world/objects/objects.ts';
import { ourMove } from './world/our-moves.ts';
import type { World } from './world/world.ts';

/** Who left a node, and of which pod it and those before it came instead. */
interface Departed {
  readonly from: string;
  readonly first: string;
}

/** Follows the pods that we move to where their replacements land, tells the world of it, and counts. */
export class MoveCount {
  readonly #world: World;
  readonly #ledger: MoveLedger<string, string>;
  /** By course: who was evicted from it, until somebody who is placed follows it. */
  readonly #underWay: Map<number, Departed> = new Map();
  /** By uid of a replacement: that of the first pod of its line. */
  readonly #firstOf: Map<string, string> = new Map();

  constructor(world: World) {
    const { spec, core, book } = world;
    this.#world = world;
    this.#ledger = new MoveLedger({ stepMinutes: spec.courses.stepMs / 60_000 });
    core.chronicle.read((event) => {
      const pod = core.store.get('Pod', event.of);
      if (pod !== undefined) this.#hear(event, pod);
    });
    book.onTakenUp((heir, course) => this.#placed(heir, course, core.clock.now()));
  }

  /** Those under way have not landed. */
  get evictions(): number {
    return this.#ledger.evictions + this.#underWay.size;
  }
  get pingPongs(): number {
    return this.#ledger.pingPongs;
  }
  get mostMoves(): number {
    return this.#ledger.mostMoves;
  }

  #hear(event: WorldEvent, pod: Pod): void {
    const { book, core } = this.#world;
    const move = ourMove(event, pod, core.store);
    const course = book.courseOf(pod);
    if (move?.way === 'retired') this.#landed(move.clone, this.#departed(pod), event.at);
    else if (course === undefined) return;
    else if (move?.way === 'evicted') this.#underWay.set(course, this.#departed(pod));
    else if (event.kind === 'pod-placed') this.#placed(pod, course, event.at, event.node);
  }

  #departed({ spec, metadata: { uid } }: Pod): Departed {
    return { from: spec.nodeName ?? '', first: this.#firstOf.get(uid) ?? uid };
  }

  #placed(pod: Pod, course: number, at: number, node: string | undefined = pod.spec.nodeName): void {
    const departed = this.#underWay.get(course);
    if (departed === undefined || node === undefined) return;
    this.#underWay.delete(course);
    this.#landed(pod, departed, at, node);
  }

  #landed(pod: Pod, { from, first }: Departed, at: number, node: string = pod.spec.nodeName ?? ''): void {
    const { core, spec } = this.#world;
    const name = controllerOf(pod)?.name ?? pod.metadata.name;
    core.chronicle.tell({
      at,
      kind: 'move-landed',
      of: keyOf(pod.metadata),
      node,
      why: `in place of a pod of ${name} from ${from}`,
    });
    this.#firstOf.set(pod.metadata.uid, first);
    this.#ledger.record(Math.floor((at - spec.startsAt) / spec.courses.stepMs), first, from, node);
  }
}
