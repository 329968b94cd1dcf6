import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf, isTerminating } from '#api/pod-standing.ts';
import { DELETION_COST, LOWEST_DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import { clonePod } from '#decisions/rescheduling/migration/surge/pod-template.ts';
import { TEMPLATE_HASH } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { CloneKey, Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';
import type { Surger, Swept } from '#ports/surger.ts';
import type { ApiWay } from './api-faults.ts';
import { outcomeOf } from './api-verb.ts';
import { isActive, isReady } from '#simulation/world/objects/object-store.ts';
import { keyOf, type ReplicaSet } from '#simulation/world/objects/objects.ts';
import { deletePod, withMarks } from '#simulation/world/pod-writes.ts';
import { tell, US, type WorldCore } from '#simulation/world/world-core.ts';
import { podOf } from './world-evictor.ts';

const GONE: Outcome = { kind: 'moot', why: 'gone' };
const DONE: Outcome = { kind: 'done' };

/** Surges in a world: one request to look, one to act, and what was looked at may have changed in between. */
export class WorldSurger implements Surger {
  readonly #core: WorldCore;
  readonly #way: ApiWay;

  constructor(core: WorldCore, way: ApiWay) {
    this.#core = core;
    this.#way = way;
  }

  createClone(clone: CloneKey, of: PodKey, nodes: readonly string[], abort?: AbortSignal): Promise<Outcome> {
    return outcomeOf(async () => {
      const found = await this.#ask(`reading pod ${keyOf(of)}`, () => this.#withSet(of), abort);
      if (found === undefined) return GONE;
      if (isTerminating(found.pod)) return { kind: 'moot', why: 'leaving' };
      const { set } = found;
      if (set === undefined)
        return {
          kind: 'refused',
          reason: 'NotReplicaSet',
          message: `Pod ${of.name} has no ReplicaSet to take a clone.`,
        };
      return this.#ask(`creating pod ${keyOf(clone)}`, () => this.#create(clone, set, nodes), abort);
    }, abort);
  }

  lowerDeletionCost(key: PodKey, migration: string, abort?: AbortSignal): Promise<Outcome> {
    return this.#change(key, abort, (pod) => {
      const { annotations = {} } = pod.metadata;
      const was = annotations[ourMarks.deletionCostWas] ?? annotations[DELETION_COST] ?? '';
      return {
        labels: { [ourMarks.retiring]: migration },
        annotations: { [DELETION_COST]: LOWEST_DELETION_COST, [ourMarks.deletionCostWas]: was },
      };
    });
  }

  restoreDeletionCost(key: PodKey, was: string, abort?: AbortSignal): Promise<Outcome> {
    return this.#change(key, abort, (pod) => {
      const isOurs = pod.metadata.annotations?.[DELETION_COST] === LOWEST_DELETION_COST;
      const cost = isOurs ? { [DELETION_COST]: was === '' ? undefined : was } : {};
      return {
        labels: { [ourMarks.retiring]: undefined },
        annotations: { [ourMarks.deletionCostWas]: undefined, ...cost },
      };
    });
  }

  adoptClone(clone: CloneKey, of: PodKey, abort?: AbortSignal): Promise<Outcome> {
    return outcomeOf(async () => {
      const looked = await this.#ask(`reading clone ${keyOf(clone)}`, () => this.#lookAt(clone, of), abort);
      if (looked.kind === 'ended') return looked.outcome;
      return this.#ask(`handing over ${keyOf(clone)}`, () => this.#handOver(looked.ours, looked.hash), abort);
    }, abort);
  }

  removeClone(clone: CloneKey, abort?: AbortSignal): Promise<Outcome> {
    return outcomeOf(async () => {
      const ours = await this.#ask(`reading clone ${keyOf(clone)}`, () => this.#cloneOf(clone), abort);
      if (ours === undefined) return GONE;
      if (controllerOf(ours) !== undefined || ours.metadata.labels?.[TEMPLATE_HASH] !== undefined)
        return { kind: 'moot', why: 'adopted' };
      if (isTerminating(ours)) return DONE;
      return this.#ask(`deleting clone ${keyOf(clone)}`, () => this.#remove(ours), abort);
    }, abort);
  }

  async sweep(unfinished: ReadonlySet<string>, abort?: AbortSignal): Promise<Swept> {
    const orphans = (label: string) => (): Pod[] =>
      [...this.#core.store.list('Pod')].filter(({ metadata: { labels = {} } }) => {
        const migration = labels[label];
        return migration !== undefined && !unfinished.has(migration);
      });
    const clones = await this.#ask('listing clones', orphans(ourMarks.clone), abort);
    const retiring = await this.#ask('listing pods that are to go', orphans(ourMarks.retiring), abort);
    const { nobodys = [], adopted = [] } = Object.groupBy(clones, (pod) =>
      controllerOf(pod) === undefined ? 'nobodys' : 'adopted',
    );
    const removed = await eachOf(nobodys, (key, { labels = {} }) =>
      this.removeClone({ ...key, migration: labels[ourMarks.clone]! }, abort),
    );
    const unmarked = await eachOf(adopted, (key) =>
      this.#change(key, abort, () => ({ labels: { [ourMarks.clone]: undefined } })),
    );
    const restored = await eachOf(retiring, (key, { annotations = {} }) =>
      this.restoreDeletionCost(key, annotations[ourMarks.deletionCostWas] ?? '', abort),
    );
    return {
      clonesRemoved: removed.done,
      costsRestored: restored.done,
      marksTaken: unmarked.done,
      left: [...removed.left, ...unmarked.left, ...restored.left],
    };
  }

  #ask<Answer>(what: string, act: () => Answer, abort: AbortSignal | undefined): Promise<Answer> {
    return this.#way.ask(what, act, abort);
  }

  #change(
    key: PodKey,
    abort: AbortSignal | undefined,
    marks: (pod: Pod) => Parameters<typeof withMarks>[1],
  ): Promise<Outcome> {
    const write = (): Outcome => {
      const pod = podOf(this.#core, key);
      if (pod === undefined) return GONE;
      this.#core.store.put('Pod', withMarks(pod, marks(pod)));
      return DONE;
    };
    return outcomeOf(() => this.#ask(`changing pod ${keyOf(key)}`, write, abort), abort);
  }

  #withSet(of: PodKey): { readonly pod: Pod; readonly set: ReplicaSet | undefined } | undefined {
    const pod = podOf(this.#core, of);
    return pod === undefined ? undefined : { pod, set: this.#setOf(pod) };
  }

  #setOf(pod: Pod): ReplicaSet | undefined {
    const owner = controllerOf(pod);
    if (owner?.kind !== 'ReplicaSet') return undefined;
    const set = this.#core.store.get('ReplicaSet', `${pod.metadata.namespace}/${owner.name}`);
    return set?.metadata.uid === owner.uid ? set : undefined;
  }

  #cloneOf(clone: CloneKey): Pod | undefined {
    const pod = this.#core.store.get('Pod', keyOf(clone));
    return pod?.metadata.labels?.[ourMarks.clone] === clone.migration ? pod : undefined;
  }

  #create(clone: CloneKey, { spec: { template } }: ReplicaSet, nodes: readonly string[]): Outcome {
    const { store } = this.#core;
    const created = store.create('Pod', { ...clonePod(template, clone, nodes), status: { phase: 'Pending' } });
    if (created !== undefined) tell(this.#core, 'pod-created', keyOf(clone), { by: US });
    if (created !== undefined || this.#cloneOf(clone) !== undefined) return DONE;
    return { kind: 'refused', reason: 'NameTaken', message: `A pod that is not ours is called ${keyOf(clone)}.` };
  }

  #lookAt(
    clone: CloneKey,
    of: PodKey,
  ):
    | { readonly kind: 'ended'; readonly outcome: Outcome }
    | { readonly kind: 'fit'; readonly ours: Pod; readonly hash: string } {
    const ours = this.#cloneOf(clone);
    if (ours === undefined) return { kind: 'ended', outcome: GONE };
    if (controllerOf(ours) !== undefined) return { kind: 'ended', outcome: DONE };
    const found = this.#withSet(of);
    if (found === undefined) return { kind: 'ended', outcome: GONE };
    const hash = found.set?.spec.template.metadata.labels[TEMPLATE_HASH];
    if (found.set === undefined || hash === undefined) {
      const message = `Pod ${of.name} has no ReplicaSet to take the clone.`;
      return { kind: 'ended', outcome: { kind: 'refused', reason: 'NotReplicaSet', message } };
    }
    const message = this.#whatSpeaksAgainst(ours, found.pod, found.set);
    return message === undefined ? { kind: 'fit', ours, hash } : { kind: 'ended', outcome: { kind: 'held', message } };
  }

  /** Why another pod than the hot one would go, or more than one. */
  #whatSpeaksAgainst(ours: Pod, hot: Pod, { metadata, spec }: ReplicaSet): string | undefined {
    if (!isReady(ours)) return `Clone ${ours.metadata.name} is not ready.`;
    if (isTerminating(hot)) return `Pod ${hot.metadata.name} is on its way out already.`;
    if (hot.metadata.annotations?.[DELETION_COST] !== LOWEST_DELETION_COST)
      return `Pod ${hot.metadata.name} does not have the lowest deletion cost.`;
    const siblings = this.#core.store.podsOwnedBy(metadata.uid).filter((pod) => isActive(pod));
    const unready = siblings.find((pod) => !isReady(pod));
    if (unready !== undefined) return `Pod ${unready.metadata.name} is not ready, and would be removed instead.`;
    if (siblings.length === spec.replicas) return undefined;
    return `ReplicaSet ${metadata.name} wants ${spec.replicas} pods and has ${siblings.length}.`;
  }

  /** Bound to the version that was looked at. */
  #handOver(looked: Pod, hash: string): Outcome {
    const present = this.#unchanged(looked);
    if (present === undefined) return { kind: 'failed', message: `Clone ${looked.metadata.name} has changed: 409` };
    tell(this.#core, 'handed-over', keyOf(looked.metadata), { by: US });
    this.#core.store.put('Pod', withMarks(present, { labels: { [TEMPLATE_HASH]: hash } }));
    return DONE;
  }

  #remove(looked: Pod): Outcome {
    const present = this.#unchanged(looked);
    if (present === undefined) return { kind: 'failed', message: `Clone ${looked.metadata.name} has changed: 409` };
    deletePod(this.#core, present, { by: US });
    return DONE;
  }

  #unchanged({ metadata }: Pod): Pod | undefined {
    const present = this.#core.store.get('Pod', keyOf(metadata));
    return present?.metadata.resourceVersion === metadata.resourceVersion ? present : undefined;
  }
}

async function eachOf(
  found: readonly Pod[],
  tidy: (key: PodKey, metadata: Pod['metadata']) => Promise<Outcome>,
): Promise<{ readonly done: readonly string[]; readonly left: Swept['left'] }> {
  const done: string[] = [];
  const left: { readonly pod: string; readonly message: string }[] = [];
  for (const { metadata } of found) {
    const { namespace = 'default', name, uid } = metadata;
    const outcome = await tidy({ namespace, name, uid }, metadata);
    if (outcome.kind === 'done') done.push(keyOf(metadata));
    else if (outcome.kind !== 'moot') left.push({ pod: keyOf(metadata), message: outcome.message });
  }
  return { done, left };
}
