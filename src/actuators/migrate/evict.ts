import { compileSelector, selects } from '#api/label-selector.ts';
import type { LabelSelector } from '#api/kubernetes/selectors.ts';
import type { Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';
import { evict, evictRight } from '#kube/client/evict.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { KubeObject } from '#kube/client/kube-object.ts';
import { pods } from '#kube/client/pods.ts';
import type { Resource } from '#kube/client/resource.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { Evictor } from '#ports/evictor.ts';
import { findPod, isLeaving, type LivePod } from './live-pod.ts';
import { outcomeOf } from './outcome-of-fault.ts';

interface Budget extends KubeObject {
  readonly spec?: { readonly selector?: LabelSelector };
}

const budgets: Resource<Budget> = {
  group: 'policy',
  version: 'v1',
  plural: 'poddisruptionbudgets',
  kind: 'PodDisruptionBudget',
  namespaced: true,
};

export const evictorRights: readonly PolicyRule[] = [rightOf(pods, 'get'), evictRight, rightOf(budgets, 'list')];

/** Evicts on a real API server. */
export function kubeEvictor(client: KubeClient): Evictor {
  return {
    rehearse: (pod, abort) => outcomeOf(() => tryToEvict(client, pod, { dryRun: true, signal: abort })),
    evict: (pod, abort) => outcomeOf(() => tryToEvict(client, pod, { dryRun: false, signal: abort })),
  };
}

interface Trial {
  readonly dryRun: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The pod is read first: a wrong uid would be refused, and spend the budget all the same. */
async function tryToEvict(client: KubeClient, key: PodKey, trial: Trial): Promise<Outcome> {
  const pod = await findPod(client, key, trial.signal);
  if (pod === undefined) return { kind: 'moot', why: 'gone' };
  if (isLeaving(pod)) return { kind: 'moot', why: 'leaving' };
  try {
    await evict(client, key, { ...trial, preconditions: { uid: key.uid } });
    return { kind: 'done' };
  } catch (thrown) {
    if (thrown instanceof KubeFault && thrown.code === 'kube/conflict') return { kind: 'moot', why: 'gone' };
    const names = isTwoBudgets(thrown) ? await budgetsOver(client, pod, trial.signal) : [];
    if (names.length < 2) throw thrown;
    return { kind: 'refused', reason: 'TwoBudgets', message: twoBudgets(pod, names) };
  }
}

/** A server error that waiting never mends; any other may pass. */
const isTwoBudgets = (thrown: unknown): boolean =>
  thrown instanceof KubeFault &&
  thrown.code === 'kube/server-error' &&
  thrown.message.includes('more than one PodDisruptionBudget');

async function budgetsOver(
  client: KubeClient,
  { metadata }: LivePod,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { items } of client.list(budgets, { namespace: metadata.namespace, signal })) {
    const over = items.filter(({ spec }) => selects(compileSelector(spec?.selector), metadata.labels ?? {}));
    names.push(...over.map((budget) => budget.metadata?.name ?? ''));
  }
  return names.toSorted();
}

const twoBudgets = ({ metadata }: LivePod, names: readonly string[]): string =>
  `Pod ${metadata.namespace}/${metadata.name} is under ${names.length} disruption budgets, ${names.join(' and ')}, and no ` +
  'eviction passes two: narrow them so that one matches the pod.';
