import type { Resource } from './resource.ts';

/** Pods, as far as acting on one needs to know the kind. */
export const pods: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };
