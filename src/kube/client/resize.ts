import { asks } from './asks.ts';
import type { WriteOptions } from './call-options.ts';
import type { KubeClient } from './kube-client.ts';
import type { KubeObject } from './kube-object.ts';
import { pods } from './pods.ts';
import type { AtNamespaced } from './resource.ts';
import { type PolicyRule, rightOf } from './rights.ts';

export const resizeRight: PolicyRule = rightOf(pods, 'patch', 'resize');

/** What a container shall ask for, in Kubernetes' quantities. */
export interface ContainerSize {
  readonly name: string;
  readonly resources: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
}

/** Gives a running pod other requests and limits, in place. The node carries it out later, or never. */
export function resize(
  client: KubeClient,
  pod: AtNamespaced,
  containers: readonly ContainerSize[],
  options: WriteOptions = {},
): Promise<KubeObject> {
  const patch = { kind: 'strategic', change: { spec: { containers } } } as const;
  return client.ask(pods, asks.patch(pods, pod, patch, { priority: 'act', ...client.signed(options) }, 'resize'));
}
