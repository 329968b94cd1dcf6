import type { Resource } from './resource.ts';

/** A kind that the API server says it serves. */
export interface ServedResource extends Resource {
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

/** What is served: of each group the preferred version first, the core group before all others. */
export interface Served {
  readonly resources: readonly ServedResource[];
  /** Group versions that could not be asked for, such as those of an aggregated API that is down: `metrics.k8s.io/v1beta1`. */
  readonly missing: readonly string[];
}

/** Whether it goes by that name: plural, singular, kind or short; `deployments.apps` names the group as well. */
export function goesBy(resource: ServedResource, name: string): boolean {
  const wanted = name.toLowerCase();
  const names = [resource.plural, resource.singular, resource.kind.toLowerCase(), ...resource.shortNames];
  return names.some((each) => each === wanted || (resource.group !== '' && `${each}.${resource.group}` === wanted));
}
