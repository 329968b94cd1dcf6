import { compileSelector, selects } from '#api/label-selector.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { PodDisruptionBudget } from '#api/kubernetes/workload.ts';
import { controllerOf } from '#api/pod-standing.ts';
import { type Change, isActive, isReady } from '#simulation/world/objects/object-store.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';
import { shareOf } from './share-of.ts';
import { WorkQueue } from './work-queue.ts';
import type { WorldCore } from '#simulation/world/world-core.ts';

/** A pod whose eviction was let through, and that has not gone since, counts as disrupted for so long. */
const DISRUPTED_FOR_MS = 120_000;

/** The budgets that speak of a pod. */
export function budgetsOf(core: Pick<WorldCore, 'store'>, pod: Pod): PodDisruptionBudget[] {
  return [...core.store.list('PodDisruptionBudget')].filter((budget) => covers(budget, pod));
}

/** Counts for each budget what is healthy, what must be, and so how many evictions it allows: the disruption controller. */
export class Budgets {
  readonly #core: WorldCore;
  readonly #queue: WorkQueue;

  constructor(core: WorldCore) {
    this.#core = core;
    this.#queue = new WorkQueue(core.clock, core.times.controllerMs, (key) => this.#sync(key));
    core.store.listen((change) => this.#hear(change));
  }

  #hear(change: Change): void {
    if (change.kind === 'PodDisruptionBudget') {
      if (change.after !== undefined) this.#queue.add(keyOf(change.after.metadata));
    } else if (change.kind === 'Pod') {
      for (const budget of budgetsOf(this.#core, (change.after ?? change.before)!))
        this.#queue.add(keyOf(budget.metadata));
    }
  }

  #sync(key: string): void {
    const { store, clock } = this.#core;
    const budget = store.get('PodDisruptionBudget', key);
    if (budget === undefined) return;
    const pods = store.podsIn(budget.metadata.namespace!).filter((pod) => covers(budget, pod));
    const disruptedPods = this.#stillDisrupted(budget, pods);
    const healthy = pods.filter((pod) => isActive(pod) && isReady(pod) && !(pod.metadata.name in disruptedPods));
    const expectedPods = this.#expected(budget, pods);
    const desiredHealthy = desired(budget, expectedPods);
    const status = {
      currentHealthy: healthy.length,
      desiredHealthy,
      expectedPods,
      disruptionsAllowed: expectedPods <= 0 ? 0 : Math.max(0, healthy.length - desiredHealthy),
      observedGeneration: budget.metadata.generation ?? 1,
      disruptedPods,
    };
    if (JSON.stringify(status) !== JSON.stringify(budget.status))
      store.put('PodDisruptionBudget', { ...budget, status });
    const first = Math.min(...Object.values(disruptedPods).map((since) => Date.parse(since)));
    if (Number.isFinite(first)) this.#queue.add(key, first + DISRUPTED_FOR_MS - clock.now() + 1);
  }

  /** Those of which it is not seen yet that they go, and not too long ago. */
  #stillDisrupted({ status }: PodDisruptionBudget, pods: readonly Pod[]): Record<string, string> {
    const now = this.#core.clock.now();
    const entries = Object.entries(status?.disruptedPods ?? {}).filter(([name, since]) => {
      const pod = pods.find(({ metadata }) => metadata.name === name);
      return pod !== undefined && isActive(pod) && now - Date.parse(since) <= DISRUPTED_FOR_MS;
    });
    return Object.fromEntries(entries);
  }

  /** With shares and `maxUnavailable` what its controllers want counts, else the pods that are there. */
  #expected({ spec }: PodDisruptionBudget, pods: readonly Pod[]): number {
    const counts = spec?.maxUnavailable === undefined && typeof spec?.minAvailable === 'number';
    if (counts) return pods.filter(isActive).length;
    const owners = new Map(
      pods.flatMap((pod) => (controllerOf(pod) === undefined ? [] : [[controllerOf(pod)!.uid, pod]])),
    );
    return [...owners.values()].reduce((sum, pod) => sum + this.#wanted(pod), 0);
  }

  #wanted(pod: Pod): number {
    const { store } = this.#core;
    const { kind, name } = controllerOf(pod)!;
    const key = `${pod.metadata.namespace}/${name}`;
    if (kind === 'StatefulSet') return store.get('StatefulSet', key)?.spec.replicas ?? 0;
    return kind === 'ReplicaSet' ? (store.get('ReplicaSet', key)?.spec.replicas ?? 0) : 0;
  }
}

function desired({ spec }: PodDisruptionBudget, expected: number): number {
  if (spec?.maxUnavailable !== undefined) return Math.max(0, expected - shareOf(spec.maxUnavailable, expected, 'up'));
  return shareOf(spec?.minAvailable ?? 0, expected, 'up');
}

function covers({ metadata, spec }: PodDisruptionBudget, pod: Pod): boolean {
  return (
    metadata.namespace === pod.metadata.namespace && selects(compileSelector(spec?.selector), pod.metadata.labels ?? {})
  );
}
