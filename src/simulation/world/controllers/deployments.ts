import { controllerOf } from '#api/pod-standing.ts';
import { hashOfText } from '#base/hash.ts';
import { type Change, type Draft, isActive } from '#simulation/world/objects/object-store.ts';
import { type Deployment, keyOf, type ReplicaSet } from '#simulation/world/objects/objects.ts';
import { RECORDED } from '#simulation/world/recorded-script.ts';
import { shareOf } from './share-of.ts';
import { ownerOf } from './work-of-owner.ts';
import { WorkQueue } from './work-queue.ts';
import { tell, type WorldCore } from '#simulation/world/world-core.ts';

const HASH = 'pod-template-hash';

/** Leads each Deployment from the sets of old templates to that of the new one, within its surge and unavailability. */
export class Deployments {
  readonly #core: WorldCore;
  readonly #queue: WorkQueue;

  constructor(core: WorldCore) {
    this.#core = core;
    this.#queue = new WorkQueue(core.clock, core.times.controllerMs, (key) => this.#sync(key));
    core.store.listen((change) => this.#hear(change));
  }

  #hear(change: Change): void {
    if (change.kind === 'Deployment') {
      const { before, after } = change;
      if (after === undefined)
        for (const set of this.#core.store.setsOwnedBy(before!.metadata.uid))
          this.#core.store.remove('ReplicaSet', keyOf(set.metadata));
      else if (before?.spec !== after.spec) this.#queue.add(keyOf(after.metadata));
    } else if (change.kind === 'ReplicaSet') {
      const set = (change.after ?? change.before)!;
      const owner = controllerOf(set);
      if (owner !== undefined) this.#queue.add(`${set.metadata.namespace}/${owner.name}`);
    }
  }

  #sync(key: string): void {
    const deployment = this.#core.store.get('Deployment', key);
    if (deployment === undefined || deployment.spec.paused === true || isRecorded(deployment)) return;
    const sets = this.#core.store.setsOwnedBy(deployment.metadata.uid);
    const hash = templateHash(deployment);
    const current = sets.find(({ metadata }) => metadata.labels?.[HASH] === hash);
    const old = sets.filter((set) => set !== current);
    if (deployment.spec.strategy.type === 'Recreate') this.#recreate(deployment, current, old);
    else this.#roll(deployment, current, old);
    this.#count(key);
  }

  /** The new set only once nothing of the old ones is left, not even pods on their way out. */
  #recreate(deployment: Deployment, current: ReplicaSet | undefined, old: readonly ReplicaSet[]): void {
    for (const set of old) this.#scale(set, 0);
    const left = old.some(({ metadata }) => this.#core.store.podsOwnedBy(metadata.uid).length > 0);
    if (left) this.#queue.add(keyOf(deployment.metadata), 1000);
    else if (current === undefined) this.#create(deployment, deployment.spec.replicas);
    else this.#scale(current, deployment.spec.replicas);
  }

  #roll(deployment: Deployment, current: ReplicaSet | undefined, old: readonly ReplicaSet[]): void {
    const { replicas, strategy } = deployment.spec;
    if (strategy.type !== 'RollingUpdate') return;
    const surge = shareOf(strategy.maxSurge, replicas, 'up');
    const mayLack = shareOf(strategy.maxUnavailable, replicas, 'down');
    const wanted = (sets: readonly ReplicaSet[]): number => sets.reduce((sum, { spec }) => sum + spec.replicas, 0);
    const room = replicas + surge - wanted(old) - (current?.spec.replicas ?? 0);
    const grown = Math.min(replicas, (current?.spec.replicas ?? 0) + Math.max(0, room));
    if (current === undefined) this.#create(deployment, grown);
    else this.#scale(current, current.spec.replicas > replicas ? replicas : grown);
    // both may be zero upstream only by rounding: then one pod may lack
    const least = replicas - (surge === 0 && mayLack === 0 ? 1 : mayLack);
    this.#shrink(old, least, current);
  }

  /** Old sets give what is ready beyond the least, those that are not ready first. */
  #shrink(old: readonly ReplicaSet[], least: number, current: ReplicaSet | undefined): void {
    const ready = (set: ReplicaSet): number => set.status?.readyReplicas ?? 0;
    const all = current === undefined ? old : [...old, current];
    let spare = all.reduce((sum, set) => sum + ready(set), 0) - least;
    for (const set of old) {
      const unready = set.spec.replicas - ready(set);
      const given = Math.min(set.spec.replicas, Math.max(0, unready) + Math.max(0, Math.min(spare, ready(set))));
      spare -= Math.max(0, given - unready);
      if (given > 0) this.#scale(set, set.spec.replicas - given);
    }
  }

  #create(deployment: Deployment, replicas: number): void {
    this.#core.store.create('ReplicaSet', setOfDeployment(deployment, replicas));
  }

  #scale(set: ReplicaSet, replicas: number): void {
    if (set.spec.replicas === replicas) return;
    tell(this.#core, 'scaled', keyOf(set.metadata), { why: `from ${set.spec.replicas} to ${replicas}` });
    this.#core.store.put('ReplicaSet', { ...set, spec: { ...set.spec, replicas } });
  }

  #count(key: string): void {
    const { store } = this.#core;
    const deployment = store.get('Deployment', key)!;
    const hash = templateHash(deployment);
    const sets = store.setsOwnedBy(deployment.metadata.uid);
    const pods = sets.flatMap(({ metadata }) => store.podsOwnedBy(metadata.uid).filter(isActive));
    const readyReplicas = sets.reduce((sum, { status }) => sum + (status?.readyReplicas ?? 0), 0);
    const updatedReplicas = pods.filter(({ metadata }) => metadata.labels?.[HASH] === hash).length;
    const observedGeneration = deployment.metadata.generation ?? 1;
    const status = { replicas: pods.length, readyReplicas, updatedReplicas, observedGeneration };
    const { status: known } = deployment;
    const isSame =
      known?.replicas === status.replicas &&
      known.readyReplicas === readyReplicas &&
      known.observedGeneration === observedGeneration &&
      known.updatedReplicas === updatedReplicas;
    if (!isSame) store.put('Deployment', { ...deployment, status });
  }
}

/** What a recording leads is not led by us. */
const isRecorded = ({ metadata }: Deployment): boolean => metadata.annotations?.[RECORDED] !== undefined;

/** The ReplicaSet of a Deployment's present template. */
export function setOfDeployment(deployment: Deployment, replicas: number): Draft<'ReplicaSet'> {
  const { metadata, spec } = deployment;
  const hash = templateHash(deployment);
  const { template } = spec;
  const labels = { ...template.metadata.labels, [HASH]: hash };
  return {
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace!,
      labels,
      ownerReferences: [ownerOf('Deployment', metadata)],
    },
    spec: {
      replicas,
      selector: { matchLabels: { ...spec.selector.matchLabels, [HASH]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}

function templateHash({ spec }: Deployment): string {
  return hashOfText(JSON.stringify(spec.template)).toString(36);
}
