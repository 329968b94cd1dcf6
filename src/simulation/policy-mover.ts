import type { Node } from '#api/kubernetes/node.ts';
import type { Controller, Reconciled } from '#controllers/controller.ts';
import { controllerOf, isDaemon } from '#api/pod-standing.ts';
import type { RawSeries } from '#load/sample.ts';
import type { LoadSource } from '#ports/load-source.ts';
import { ABSENT, type Relocation, type ReplayDecider, type ReplayPolicy } from './replay/policy.ts';
import { isReady } from './world/objects/object-store.ts';
import { tell, US } from './world/world-core.ts';
import type { World } from './world/world.ts';
import { type PolicyCluster, policyCluster } from './world/policy-cluster.ts';

/** A replacement waits so long for room on the node it is meant for; then it goes where the scheduler likes. */
const HINT_MS = 60_000;

export interface PolicyMoverParts {
  readonly world: World;
  readonly source: LoadSource;
  readonly policy: ReplayPolicy;
  readonly acting: () => AbortSignal | undefined;
}

/**
 * Moves pods as a policy of the replay says, in the world's own way: what pods use is what was scraped, an eviction may be
 * refused or lost, and the replacement is made by its controller and placed by the scheduler, which is told the target.
 */
export class PolicyMover implements Controller {
  readonly name: string = 'mover';
  readonly #parts: PolicyMoverParts;
  readonly #known: PolicyCluster;
  readonly #decider: ReplayDecider;
  #step: number = 0;

  constructor(parts: PolicyMoverParts) {
    this.#parts = parts;
    this.#known = policyCluster(parts.world.spec);
    this.#decider = parts.policy.begin(this.#known.cluster);
  }

  async reconcile(signal: AbortSignal): Promise<Reconciled> {
    const { world, acting } = this.#parts;
    const { stepMs } = world.spec.courses;
    const sinceStart = world.core.clock.now() - world.spec.startsAt;
    // right after a step has been scraped to its end
    const againInMs = stepMs - ((sinceStart - this.#delayMs()) % stepMs);
    if (sinceStart < stepMs) return { againInMs: stepMs + this.#delayMs() - sinceStart, outcome: 'nothing seen yet' };
    const placement = this.#known.placement(world);
    const use = await this.#use(placement, signal);
    if (use === undefined) return { againInMs, outcome: 'blind' };
    const relocations = this.#decider.decide(this.#step, use, placement);
    this.#step += 1;
    const moves = relocations.flatMap((relocation) => asMoves(relocation, placement));
    let moved = 0;
    for (const { course, to } of moves) {
      if (acting() === undefined) break;
      if (await this.#move(course, placement[course]!, to, use, signal)) moved += 1;
    }
    return { againInMs, outcome: `${moved} moved` };
  }

  #delayMs(): number {
    const { pipeline } = this.#parts.world.spec;
    return pipeline.lagMs + 1000;
  }

  /** Undefined where pods are not known. */
  async #use(placement: Int32Array, abort: AbortSignal): Promise<Float64Array | undefined> {
    const { source, world } = this.#parts;
    const asked = this.#known.ownCourses.size === 0 ? [] : ['cpu'];
    const { signals, pods } = await source.read({ signals: asked, pods: 'asked', abort });
    if (pods.kind !== 'read') return undefined;
    const use = new Float64Array(this.#known.cluster.pods);
    for (const { labels, value } of pods.cpuCores) {
      const pod = world.core.store.get('Pod', `${labels['namespace']}/${labels['pod']}`);
      const course = pod === undefined ? undefined : world.book.courseOf(pod);
      if (course !== undefined) use[course] = Number(value);
    }
    for (const signal of signals) if (signal.kind === 'read') this.#addOwn(use, placement, signal.series);
    return use;
  }

  /** What nodes use beyond their pods: by their own measure, in shares of their cores. */
  #addOwn(use: Float64Array, placement: Int32Array, measured: Iterable<RawSeries>): void {
    const { nodeNames, ownCourses, cluster } = this.#known;
    const ofPods = new Float64Array(nodeNames.length);
    for (const [course, node] of placement.entries()) if (node !== ABSENT) ofPods[node]! += use[course]!;
    for (const { labels, value } of measured) {
      const node = nodeNames.indexOf(labels['node'] ?? '');
      const course = ownCourses.get(node);
      if (course !== undefined) use[course] = Math.max(0, Number(value) * cluster.capacity[node]! - ofPods[node]!);
    }
  }

  /** Whether the eviction was let through. */
  async #move(course: number, from: number, to: number, use: Float64Array, signal: AbortSignal): Promise<boolean> {
    const { world } = this.#parts;
    const { core, book, scheduler } = world;
    const pod = core.store.get('Pod', book.podOf(course) ?? '');
    const owner = pod === undefined ? undefined : controllerOf(pod);
    if (pod === undefined || owner === undefined || isDaemon(pod)) return false;
    const { namespace = 'default', name, uid } = pod.metadata;
    const target = this.#known.nodeNames[to]!;
    // policies of the replay know cores alone; whoever runs them for real asks this of a node first
    if (!isOpen(core.store.get('Node', target))) return false;
    // it stands before the eviction: the replacement may be looked at right after
    scheduler.hint(owner.uid, target, core.clock.now() + HINT_MS);
    const answer = await world.evict({ namespace, name, uid, by: US }, signal).catch((thrown: unknown) => {
      if (signal.aborted) throw thrown;
      return { code: 0 };
    });
    if (answer.code !== 201) return false;
    tell(core, 'move-begun', `${namespace}/${name}`, { node: target, why: this.#reason(course, from, use) });
    return true;
  }

  #reason(course: number, from: number, use: Float64Array): string {
    const { nodeNames, cluster } = this.#known;
    const placement = this.#known.placement(this.#parts.world);
    let used = 0;
    for (const [other, node] of placement.entries()) if (node === from) used += use[other]!;
    const capacity = cluster.capacity[from]!;
    const share = Math.round((100 * used) / capacity);
    return `${nodeNames[from]} uses ${share} % of ${capacity} cores, this pod ${use[course]!.toFixed(2)}`;
  }
}

/** Whether pods may be sent there: it is there, ready, and not cordoned. */
function isOpen(node: Node | undefined): boolean {
  return node !== undefined && isReady(node) && node.spec?.unschedulable !== true;
}

/** An exchange is two moves, each to where the other was. */
function asMoves(relocation: Relocation, placement: Int32Array): { readonly course: number; readonly to: number }[] {
  const moves =
    'to' in relocation
      ? [{ course: relocation.pod, to: relocation.to }]
      : [
          { course: relocation.pod, to: placement[relocation.with]! },
          { course: relocation.with, to: placement[relocation.pod]! },
        ];
  return moves.filter(({ course, to }) => placement[course] !== ABSENT && to !== ABSENT);
}
