import type { Rng } from '#base/rng.ts';
import { LOWEST_DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import type { CloneNow, MigrationView, PodNow } from '#decisions/rescheduling/migration/migration-view.ts';
import type { Outcome, Verb } from '#decisions/rescheduling/migration/verb.ts';
import type { WorkloadNow } from '#decisions/rescheduling/movability/workload-now.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface WorldPod extends Mutable<PodNow> {
  isOwned: boolean;
  mark?: string;
  /** Draws of its own: whether it ever gets a node, and becomes ready. */
  isDoomed: boolean;
  nodes?: readonly string[];
}

/** What may go wrong, each as a chance per occasion. */
export interface Troubles {
  readonly verbFails: number;
  readonly podDoomed: number;
  readonly userMeddles: number;
  readonly budgetSpent: number;
}

const nodes = ['n1', 'n2', 'n3', 'n4'];
const graceMs = 30_000;

/** One ReplicaSet with its scheduler, kubelets and budget, all of chance: what a migration may meet. */
export class SmallWorld {
  now: number = Date.parse('2026-11-30T10:00:00Z');
  readonly pods: Map<string, WorldPod> = new Map();
  desired: number;
  rollout: WorkloadNow['rollout'] = 'steady';
  gate: MigrationView['gate'] = { kind: 'open' };
  worth: MigrationView['worth'] = { kind: 'holds' };
  /** Of pods that were not on their way out yet, by uid. */
  readonly evicted: string[] = [];
  adoptions = 0;
  readonly #rng: Rng;
  #troubles: Troubles;
  #born = 0;

  constructor(rng: Rng, troubles: Troubles) {
    this.#rng = rng;
    this.#troubles = troubles;
    this.desired = 1 + rng.int(4);
    for (let count = 0; count < this.desired; count++) this.#bear({ node: 'n1', isReady: true, isDoomed: false });
    this.now += 3_600_000;
  }

  /** From now on nothing goes wrong. */
  calm(): void {
    this.#troubles = { verbFails: 0, podDoomed: 0, userMeddles: 0, budgetSpent: 0 };
    this.rollout = 'steady';
    this.gate = { kind: 'open' };
    for (const pod of this.pods.values()) pod.isDoomed = false;
  }

  /** Lets time pass, and everybody do their part. */
  pass(ms: number): void {
    this.now += ms;
    if (this.#chance(this.#troubles.userMeddles)) this.#meddle();
    for (const pod of this.pods.values()) {
      if (pod.goneBy !== undefined && this.now >= pod.goneBy) this.pods.delete(pod.uid);
      if (pod.isDoomed) continue;
      if (pod.node === undefined && this.#chance(0.7)) pod.node = this.#pick(pod.nodes ?? nodes);
      else if (pod.node !== undefined && this.#chance(0.5)) pod.isReady = true;
    }
    this.#reconcile();
  }

  view(podUid: string, mark: string): MigrationView {
    const pod = this.pods.get(podUid);
    const all = structuredClone([...this.pods.values()]);
    const clone = all.find((each) => each.mark === mark);
    return {
      pod: pod === undefined ? undefined : { ...pod },
      workload: {
        ref: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'd' },
        direct: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'r' },
        desired: this.desired,
        rollout: this.rollout,
      },
      siblings: all.filter(({ isOwned, uid }) => isOwned && uid !== podUid),
      clone: clone === undefined ? undefined : asClone(clone),
      movability: {
        kind: 'movable',
        eviction:
          this.desired > 1
            ? { kind: 'evictable' }
            : { kind: 'never', message: 'one replica', freedBy: 'run a second replica' },
        isLastResort: false,
        warnings: [],
      },
      surge:
        this.rollout === 'steady'
          ? { kind: 'possible' }
          : { kind: 'not-now', reason: 'NotSteady', message: 'Deployment web is rolling' },
      requests: 'not-answered',
      targets: ['n2', 'n3'],
      landing: () => ({ kind: 'good' }),
      worth: this.worth,
      gate: this.gate,
      approval: 'granted',
      loadOf: (node) => ({ verdict: node === 'n4' ? 'hot' : 'cool', isSeen: true, ratios: { cpu: '0.700' } }),
    };
  }

  /** As the API server would, which may break before it does it, or after. */
  act(verb: Verb): Outcome {
    if (this.#chance(this.#troubles.verbFails)) return { kind: 'failed', message: 'broke before' };
    const outcome = this.#act(verb);
    return this.#chance(this.#troubles.verbFails) ? { kind: 'failed', message: 'broke after' } : outcome;
  }

  #act(verb: Verb): Outcome {
    const pod = 'pod' in verb ? this.pods.get(verb.pod.uid) : undefined;
    switch (verb.kind) {
      case 'rehearse':
      case 'evict':
        if (pod === undefined) return { kind: 'moot', why: 'gone' };
        if (pod.goneBy !== undefined) return { kind: 'moot', why: 'leaving' };
        if (this.#chance(this.#troubles.budgetSpent)) return { kind: 'held', message: 'web allows none' };
        if (verb.kind === 'rehearse') return { kind: 'done' };
        this.evicted.push(pod.uid);
        pod.goneBy = this.now + graceMs;
        return { kind: 'done' };
      case 'createClone': {
        const of = this.pods.get(verb.of.uid);
        if (of === undefined || of.goneBy !== undefined) return { kind: 'moot', why: 'gone' };
        if (this.#named(verb.clone.name) !== undefined) return { kind: 'done' };
        if (this.#chance(this.#troubles.budgetSpent)) return { kind: 'refused', reason: 'Forbidden', message: 'quota' };
        this.#bear({ name: verb.clone.name, mark: verb.clone.migration, isOwned: false, nodes: verb.nodes });
        return { kind: 'done' };
      }
      case 'lowerDeletionCost':
        if (pod === undefined) return { kind: 'moot', why: 'gone' };
        pod.deletionCost = LOWEST_DELETION_COST;
        return { kind: 'done' };
      case 'restoreDeletionCost':
        if (pod === undefined) return { kind: 'moot', why: 'gone' };
        if (pod.deletionCost === LOWEST_DELETION_COST) pod.deletionCost = verb.was === '' ? undefined : verb.was;
        return { kind: 'done' };
      case 'adoptClone': {
        const clone = this.#named(verb.clone.name);
        if (clone === undefined) return { kind: 'moot', why: 'gone' };
        if (this.#chance(this.#troubles.budgetSpent)) return { kind: 'held', message: 'another is unready' };
        if (!clone.isOwned) this.adoptions += 1;
        clone.isOwned = true;
        return { kind: 'done' };
      }
      case 'removeClone': {
        const clone = this.#named(verb.clone.name);
        if (clone === undefined) return { kind: 'moot', why: 'gone' };
        if (clone.isOwned) return { kind: 'moot', why: 'adopted' };
        this.pods.delete(clone.uid);
        return { kind: 'done' };
      }
      case 'mark':
        return pod === undefined ? { kind: 'moot', why: 'gone' } : { kind: 'done' };
      case 'request':
      case 'withdrawRequest':
        throw new Error(`nobody asked for ${verb.kind}`);
    }
  }

  /** As the ReplicaSet controller: first without a node, then unready, then cheap. */
  #reconcile(): void {
    const active = [...this.pods.values()].filter(({ isOwned, goneBy }) => isOwned && goneBy === undefined);
    for (let count = active.length; count < this.desired; count++) this.#bear({});
    const rank = (pod: WorldPod): number =>
      pod.node === undefined ? -3e9 : !pod.isReady ? -2.9e9 : Number(pod.deletionCost ?? 0);
    const surplus = active.toSorted((one, other) => rank(one) - rank(other)).slice(0, active.length - this.desired);
    for (const pod of active.length > this.desired ? surplus : []) pod.goneBy = this.now + graceMs;
  }

  #meddle(): void {
    const kinds = ['delete', 'scale', 'roll', 'pause', 'drop', 'unready'] as const;
    const pod = this.#pick([...this.pods.values()]);
    switch (this.#pick(kinds)) {
      case 'delete':
        pod.goneBy ??= this.now + graceMs;
        return;
      case 'scale':
        this.desired = 1 + this.#rng.int(5);
        return;
      case 'roll':
        this.rollout = this.rollout === 'steady' ? 'rolling' : 'steady';
        return;
      case 'pause':
        this.gate =
          this.gate.kind === 'open' ? { kind: 'held', reason: 'Paused', message: 'Paused.' } : { kind: 'open' };
        return;
      case 'drop':
        if (this.#chance(0.2)) this.worth = { kind: 'dropped', reason: 'SourceCooled', message: 'n1 is cool.' };
        return;
      case 'unready':
        pod.isReady = false;
    }
  }

  #bear(wish: Partial<WorldPod>): void {
    this.#born += 1;
    const uid = `uid-${this.#born}`;
    const isDoomed = this.#chance(this.#troubles.podDoomed);
    const createdAt = Math.floor(this.now / 1000) * 1000;
    const fresh = { namespace: 'shop', name: `web-${this.#born}`, isReady: false, isOwned: true, isDoomed, createdAt };
    this.pods.set(uid, { ...fresh, ...wish, uid });
  }

  #named(name: string): WorldPod | undefined {
    return [...this.pods.values()].find((pod) => pod.name === name);
  }

  #chance(odds: number): boolean {
    return this.#rng.float() < odds;
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#rng.int(items.length)]!;
  }
}

const asClone = (pod: WorldPod): CloneNow => ({ ...pod, isAdopted: pod.isOwned });
