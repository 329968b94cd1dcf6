import type { Pod } from '#api/kubernetes/pod.ts';
import type { ObjectMeta } from '#api/kubernetes/metadata.ts';
import { controllerOf } from '#api/pod-standing.ts';
import type { WorldEvent } from '#simulation/world/chronicle.ts';
import { ourMove } from '#simulation/world/our-moves.ts';
import type { World } from '#simulation/world/world.ts';

/** A pod that left its node because of us, as it was just then. */
export interface Move {
  readonly at: number;
  readonly way: 'evicted' | 'retired';
  readonly pod: Pod;
  readonly node: string;
  /** By whom cooldowns count: its topmost owner; of a StatefulSet the pod by its name. */
  readonly owner: string;
}

/** A promise that was not kept. */
export interface Broken {
  /** Milliseconds since the world began. */
  readonly atMs: number;
  readonly promise: string;
  readonly what: string;
}

/** What a promise is held to: a world, what happens in it, and what we moved. */
export class Scene {
  readonly world: World;
  readonly isSteady: boolean;
  readonly lastsMs: number;
  readonly broken: Broken[] = [];
  readonly moves: Move[] = [];
  readonly #readers: ((move: Move) => void)[] = [];

  constructor(world: World, { isSteady, lastsMs }: { readonly isSteady: boolean; readonly lastsMs: number }) {
    this.world = world;
    this.isSteady = isSteady;
    this.lastsMs = lastsMs;
    world.core.chronicle.read((event) => this.#hear(event));
  }

  get now(): number {
    return this.world.core.clock.now();
  }

  onMove(reader: (move: Move) => void): void {
    this.#readers.push(reader);
  }

  onEvent(reader: (event: WorldEvent) => void): void {
    this.world.core.chronicle.read(reader);
  }

  tell(promise: string, what: string, at: number = this.now): void {
    this.broken.push({ atMs: at - this.world.spec.startsAt, promise, what });
  }

  #hear(event: WorldEvent): void {
    const { store } = this.world.core;
    const pod = store.get('Pod', event.of);
    if (pod === undefined) return;
    const ours = ourMove(event, pod, store);
    if (ours === undefined) return;
    const owner = ownerOf(this.world, pod);
    const move: Move = { at: event.at, way: ours.way, pod, node: pod.spec.nodeName ?? '', owner };
    this.moves.push(move);
    for (const reader of this.#readers) reader(move);
  }
}

function ownerOf({ core: { store } }: World, pod: Pod): string {
  const direct = controllerOf(pod);
  if (direct?.kind === 'StatefulSet') return `${direct.uid}/${pod.metadata.name}`;
  const set = direct === undefined ? undefined : store.get('ReplicaSet', `${pod.metadata.namespace}/${direct.name}`);
  return (set === undefined ? undefined : aboveOf(set.metadata)) ?? direct?.uid ?? pod.metadata.uid;
}

const aboveOf = ({ ownerReferences = [] }: ObjectMeta): string | undefined =>
  ownerReferences.find(({ controller }) => controller === true)?.uid;

export const minutes = (ms: number): string => `${Math.round(ms / 6000) / 10} min`;
