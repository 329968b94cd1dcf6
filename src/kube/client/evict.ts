import { asks } from './asks.ts';
import { type DeleteOptions, wireDeleteOptions } from './delete-options.ts';
import type { KubeClient } from './kube-client.ts';
import { pods } from './pods.ts';
import type { AtNamespaced } from './resource.ts';
import { type PolicyRule, rightOf } from './rights.ts';

export const evictRight: PolicyRule = rightOf(pods, 'create', 'eviction');

/**
 * Asks for a pod's deletion, which its disruption budgets may refuse:
 *   kube/throttled, a cause `DisruptionBudget`     the budget is spent; later it may not be
 *   kube/server-error, `more than one PodDisruptionBudget`   nobody may ever evict it
 * Neither is repeated here.
 */
export async function evict(client: KubeClient, pod: AtNamespaced, options: DeleteOptions = {}): Promise<void> {
  const eviction = {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name: pod.name, namespace: pod.namespace },
    deleteOptions: wireDeleteOptions(options),
  };
  await client.askJson(asks.act(pods, pod, eviction, 'eviction', options));
}
