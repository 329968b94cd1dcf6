import { asks } from './asks.ts';
import type { WriteOptions } from './call-options.ts';
import type { KubeClient } from './kube-client.ts';
import { pods } from './pods.ts';
import type { AtNamespaced } from './resource.ts';
import { type PolicyRule, rightOf } from './rights.ts';

export const bindRight: PolicyRule = rightOf(pods, 'create', 'binding');

/** With its uid, so that not another pod of that name is bound. */
export interface BoundPod extends AtNamespaced {
  readonly uid: string;
}

/** Places a pod on a node, for good. A pod that has a node already is a conflict. */
export async function bind(client: KubeClient, pod: BoundPod, node: string, options: WriteOptions = {}): Promise<void> {
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name: pod.name, namespace: pod.namespace, uid: pod.uid },
    target: { apiVersion: 'v1', kind: 'Node', name: node },
  };
  await client.askJson(asks.act(pods, pod, binding, 'binding', client.signed(options)));
}
