import type { Pod } from '#api/kubernetes/pod.ts';
import type { Deployment, HorizontalPodAutoscaler } from '#simulation/world/objects/objects.ts';
import { isActive, isReady } from '#simulation/world/objects/object-store.ts';
import type { Scrapes } from '#simulation/world/nodes/scrapes.ts';
import type { Workings } from '#simulation/world/nodes/workings.ts';
import { tell, type WorldCore } from '#simulation/world/world-core.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';

const EVERY_MS = 15_000;
/** Within this of the wanted use nothing is changed. */
const TOLERANCE = 0.1;
/** Scaling in follows the highest wish of so long. */
const STABLE_MS = 300_000;
const WINDOW_MS = 60_000;

/** The horizontal pod autoscaler: wanted = ceil(ready × use ÷ target), scaled out at once and in after five calm minutes. */
export class Autoscalers {
  readonly #core: WorldCore;
  readonly #workings: Workings;
  readonly #scrapes: Scrapes;
  readonly #wishes: Map<string, { readonly at: number; readonly replicas: number }[]> = new Map();

  constructor(core: WorldCore, workings: Workings, scrapes: Scrapes) {
    this.#core = core;
    this.#workings = workings;
    this.#scrapes = scrapes;
    core.store.listen((change) => {
      if (change.kind === 'HorizontalPodAutoscaler' && change.before === undefined)
        this.#watch(keyOf(change.after!.metadata));
    });
  }

  #watch(key: string): void {
    const { clock, store } = this.#core;
    clock.at(clock.now() + EVERY_MS, () => {
      const autoscaler = store.get('HorizontalPodAutoscaler', key);
      if (autoscaler === undefined) return;
      this.#scale(key, autoscaler);
      this.#watch(key);
    });
  }

  #scale(key: string, autoscaler: HorizontalPodAutoscaler): void {
    const { store } = this.#core;
    const { namespace } = autoscaler.metadata;
    const deployment = store.get('Deployment', `${namespace}/${autoscaler.spec.target}`);
    const wish = deployment === undefined ? undefined : this.#wish(deployment, autoscaler);
    if (deployment === undefined || wish === undefined) return;
    const replicas = this.#stable(key, wish);
    if (replicas === deployment.spec.replicas) return;
    tell(this.#core, 'scaled', keyOf(deployment.metadata), {
      why: `from ${deployment.spec.replicas} to ${replicas}, by its autoscaler`,
    });
    store.put('Deployment', { ...deployment, spec: { ...deployment.spec, replicas } });
  }

  /** Undefined where no use of any ready pod is known. */
  #wish(deployment: Deployment, { spec }: HorizontalPodAutoscaler): number | undefined {
    let [used, requested, ready] = [0, 0, 0];
    for (const pod of this.#podsOf(deployment)) {
      if (!isActive(pod) || !isReady(pod)) continue;
      const work = this.#workings.workOf(pod.metadata.uid);
      const rate = work === undefined ? undefined : this.#scrapes.podCores(work, pod.spec.nodeName!, WINDOW_MS);
      if (work === undefined || rate === undefined) continue;
      used += rate.cores;
      requested += work.weight;
      ready += 1;
    }
    if (ready === 0) return undefined;
    const ratio = (100 * used) / requested / spec.targetCpuPercent;
    const wanted = Math.abs(ratio - 1) <= TOLERANCE ? deployment.spec.replicas : Math.ceil(ready * ratio);
    return Math.min(spec.maxReplicas, Math.max(spec.minReplicas, wanted));
  }

  *#podsOf({ metadata }: Deployment): Iterable<Pod> {
    const { store } = this.#core;
    for (const set of store.setsOwnedBy(metadata.uid)) yield* store.podsOwnedBy(set.metadata.uid);
  }

  #stable(key: string, replicas: number): number {
    const now = this.#core.clock.now();
    const recent = [...(this.#wishes.get(key) ?? []).filter(({ at }) => now - at <= STABLE_MS), { at: now, replicas }];
    this.#wishes.set(key, recent);
    return Math.max(...recent.map((wish) => wish.replicas));
  }
}
