import { version } from '#app/version.ts';
import type { Manifest } from './install-plan.ts';

/** On everything of ours: by it `uninstall` tells it from what others made. */
export const OURS: readonly [key: string, value: string] = ['app.kubernetes.io/name', 'plimsoll'];

/** By which the pods of one role are selected. It never changes: a Deployment's selector cannot. */
export const selectorOf = (role: string): Readonly<Record<string, string>> => ({
  [OURS[0]]: OURS[1],
  'app.kubernetes.io/component': role,
});

/** Accounts, roles and Deployments of a role. */
export const roleName = (role: string): string => `plimsoll-${role}`;

export const CONFIG_NAME = 'plimsoll-config';

/** Metadata of what belongs to no role. */
export const metadataOf = (name: string, namespace?: string): Manifest['metadata'] => ({
  name,
  ...(namespace === undefined ? {} : { namespace }),
  labels: { [OURS[0]]: OURS[1], 'app.kubernetes.io/version': version },
});

/** Metadata of what belongs to a role; `suffix` tells apart what goes by one kind. */
export function metadataOfRole(role: string, namespace?: string, suffix = ''): Manifest['metadata'] {
  const { labels, ...rest } = metadataOf(`${roleName(role)}${suffix}`, namespace);
  return { ...rest, labels: { ...labels, ...selectorOf(role) } };
}
