import type { Pod } from '#api/kubernetes/pod.ts';
import type { PodDisruptionBudget } from '#api/kubernetes/workload.ts';
import { isTerminal, isTerminating } from '#api/pod-standing.ts';
import { budgetsOf } from './budgets.ts';
import { isReady } from '#simulation/world/objects/object-store.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';
import { deletePod } from '#simulation/world/pod-writes.ts';
import { tell, type WorldCore } from '#simulation/world/world-core.ts';

export interface EvictionAsk {
  readonly namespace: string;
  readonly name: string;
  /** The pod must be this one. */
  readonly uid?: string;
  readonly dryRun?: boolean;
  /** Who asks, as the chronicle tells it. */
  readonly by?: string;
}

/** What the API server answers to an eviction; the code is HTTP's. */
export type EvictionAnswer =
  | { readonly code: 201 }
  | { readonly code: 404 | 409 | 500; readonly message: string }
  /** `cause`: `DisruptionBudget` where a budget says so. */
  | { readonly code: 429; readonly message: string; readonly cause: 'DisruptionBudget' };

/** The eviction subresource of the world's API server. */
export function evict(core: WorldCore, ask: EvictionAsk): EvictionAnswer {
  const answer = decide(core, ask);
  const key = keyOf(ask);
  if (ask.dryRun === true) return answer;
  const by = ask.by === undefined ? {} : { by: ask.by };
  if (answer.code === 201) tell(core, 'evicted', key, by);
  else tell(core, 'eviction-refused', key, { ...by, why: `${answer.code} ${answer.message}` });
  return answer;
}

function decide(core: WorldCore, ask: EvictionAsk): EvictionAnswer {
  const pod = core.store.get('Pod', keyOf(ask));
  if (pod === undefined) return { code: 404, message: `pods "${ask.name}" not found` };
  const refused = needsNoBudget(pod) ? undefined : spendBudget(core, pod, ask.dryRun === true);
  if (refused !== undefined) return refused;
  // the precondition is looked at after the budget was spent, as upstream does
  if (ask.uid !== undefined && ask.uid !== pod.metadata.uid) {
    return {
      code: 409,
      message: `Precondition failed: UID in precondition: ${ask.uid}, UID in object meta: ${pod.metadata.uid}`,
    };
  }
  const present = core.store.get('Pod', keyOf(ask))!;
  if (ask.dryRun !== true) deletePod(core, present);
  return { code: 201 };
}

function needsNoBudget(pod: Pod): boolean {
  return isTerminal(pod) || isTerminating(pod) || pod.status?.phase === 'Pending';
}

function spendBudget(core: WorldCore, pod: Pod, isDryRun: boolean): EvictionAnswer | undefined {
  const [budget, second] = budgetsOf(core, pod);
  if (budget === undefined) return undefined;
  if (second !== undefined) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    return { code: 500, message };
  }
  if (isSparedFromBudget(budget, pod)) return undefined;
  const { status, metadata } = budget;
  if (status?.observedGeneration !== (metadata.generation ?? 1))
    return blocked(`The disruption budget ${metadata.name} is still being processed by the server.`);
  const { disruptionsAllowed = 0, desiredHealthy = 0, currentHealthy = 0 } = status;
  if (disruptionsAllowed === 0) {
    return blocked(
      `Cannot evict pod as it would violate the pod's disruption budget. ` +
        `The disruption budget ${metadata.name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
    );
  }
  if (isDryRun) return undefined;
  const since = new Date(core.clock.now()).toISOString();
  const disruptedPods = { ...status.disruptedPods, [pod.metadata.name]: since };
  core.store.put('PodDisruptionBudget', {
    ...budget,
    status: { ...status, disruptedPods, disruptionsAllowed: disruptionsAllowed - 1 },
  });
  return undefined;
}

/** A pod that is not ready costs no budget, where the policy says so or enough others are healthy. */
function isSparedFromBudget({ spec, status }: PodDisruptionBudget, pod: Pod): boolean {
  if (isReady(pod)) return false;
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

const blocked = (message: string): EvictionAnswer => ({ code: 429, message, cause: 'DisruptionBudget' });
