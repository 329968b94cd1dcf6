import { appliedEvent, type ClusterEvent, type ClusterKind } from '#cluster/cluster-event.ts';
import { untilAborted } from '#controllers/until-aborted.ts';
import type { ClusterListener, ClusterSource, KindStanding } from '#ports/cluster-source.ts';
import type { Change, ObjectStore } from '#simulation/world/objects/object-store.ts';
import { backdropKinds } from '#simulation/world/objects/objects.ts';
import type { WorldWatch } from './world-watch.ts';

/** Kinds that a world can hold objects of. */
const heldKinds = [
  'Node',
  'Pod',
  'Service',
  'ReplicaSet',
  'StatefulSet',
  'Deployment',
  'PodDisruptionBudget',
  ...backdropKinds,
] as const;

/** Kinds that it serves, and never has any of. */
const emptyKinds = ['CSIStorageCapacity', 'VolumeAttachment'] as const;

type HeldKind = (typeof heldKinds)[number];

/** Tells what is in a world as a watch of its API server does: late, and not at all while the watch is held up. */
export class WorldClusterSource implements ClusterSource {
  readonly #store: ObjectStore;
  readonly #watch: WorldWatch;
  #hasRun: boolean = false;

  constructor(store: ObjectStore, watch: WorldWatch) {
    this.#store = store;
    this.#watch = watch;
  }

  get standings(): readonly KindStanding[] {
    return [...heldKinds.map((kind) => this.#standing(kind, this.#store.count(kind))), ...this.#empty()];
  }

  async run(listener: ClusterListener, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#hasRun = true;
    const leave = this.#watch.follow((change) => {
      const event = eventOf(change);
      if (event !== undefined) listener.told(event);
    });
    for (const kind of heldKinds)
      for (const object of this.#store.list(kind)) listener.told(appliedEvent(kind, object));
    listener.inSync();
    await untilAborted(signal);
    leave();
  }

  #empty(): readonly KindStanding[] {
    return emptyKinds.map((kind) => this.#standing(kind, 0));
  }

  #standing(kind: ClusterKind, objects: number): KindStanding {
    if (!this.#hasRun) return { kind, completeness: 'partial', heardAt: 'never', objects: 0 };
    return { kind, completeness: 'whole', heardAt: this.#watch.heardAt, objects };
  }
}

const isHeld = (kind: string): kind is HeldKind => heldKinds.some((one) => one === kind);

function eventOf({ kind, before, after }: Change): ClusterEvent | undefined {
  if (!isHeld(kind)) return undefined;
  const event =
    after === undefined ? { kind: 'removed', of: kind, object: before } : { kind: 'applied', of: kind, object: after };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a change's objects are of its kind
  return event as ClusterEvent;
}
