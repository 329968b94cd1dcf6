import { asks } from './asks.ts';
import type { CallOptions, WriteOptions } from './call-options.ts';
import type { KubeClient } from './kube-client.ts';
import type { KubeObject } from './kube-object.ts';
import type { At, Resource } from './resource.ts';
import { type PolicyRule, rightOf } from './rights.ts';

type Any = Resource<unknown>;

/** How many there should be, and are, of whatever scales. */
export interface Scale extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas: number; readonly selector?: string };
}

export const getScaleRight = (resource: Any): PolicyRule => rightOf(resource, 'get', 'scale');
export const setReplicasRight = (resource: Any): PolicyRule => rightOf(resource, 'patch', 'scale');

export function getScale(client: KubeClient, resource: Any, at: At, options: CallOptions = {}): Promise<Scale> {
  return client.ask(asScale(resource), asks.get(resource, at, options, 'scale'));
}

/** Another count; with a `resourceVersion`, only if nobody changed the object since. */
export function setReplicas(
  client: KubeClient,
  resource: Any,
  change: { readonly at: At; readonly replicas: number; readonly resourceVersion?: string },
  options: WriteOptions = {},
): Promise<Scale> {
  const { at, replicas, resourceVersion } = change;
  const metadata = resourceVersion === undefined ? {} : { metadata: { resourceVersion } };
  const patch = { kind: 'merge', change: { ...metadata, spec: { replicas } } } as const;
  const written = { priority: 'act', ...client.signed(options) } as const;
  return client.ask(asScale(resource), asks.patch(resource, at, patch, written, 'scale'));
}

/** Whatever the kind, its scale is a Scale. */
const asScale = ({ group, version, plural, kind, namespaced }: Any): Resource<Scale> => ({
  group,
  version,
  plural,
  kind,
  namespaced,
});
