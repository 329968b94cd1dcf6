import { asks } from './asks.ts';
import type { WriteOptions } from './call-options.ts';
import type { KubeClient } from './kube-client.ts';
import type { KubeObject } from './kube-object.ts';
import type { Patch } from './patch.ts';
import type { At, Resource } from './resource.ts';
import { type PolicyRule, rightOf } from './rights.ts';

type Any = Resource<unknown>;

export const updateStatusRight = (resource: Any): PolicyRule => rightOf(resource, 'update', 'status');
export const patchStatusRight = (resource: Any): PolicyRule => rightOf(resource, 'patch', 'status');

/** Replaces the status and leaves the rest alone. */
export function updateStatus<T>(
  client: KubeClient,
  resource: Resource<T>,
  object: KubeObject,
  options: WriteOptions = {},
): Promise<T> {
  return client.ask(resource, asks.update(resource, object, statusOptions(client, options), 'status'));
}

/** Changes the status; what the patch says of anything else is dropped by the server. */
export function patchStatus<T>(
  client: KubeClient,
  resource: Resource<T>,
  change: { readonly at: At; readonly patch: Patch },
  options: WriteOptions = {},
): Promise<T> {
  return client.ask(resource, asks.patch(resource, change.at, change.patch, statusOptions(client, options), 'status'));
}

const statusOptions = (client: KubeClient, options: WriteOptions): WriteOptions => ({
  priority: 'status',
  ...client.signed(options),
});
