import type { Dialect } from '#api/dialect.ts';
import type { PodAffinity, PodAffinityTerm } from '#api/kubernetes/affinity.ts';
import type { PodSpec } from '#api/kubernetes/pod.ts';
import { compileSelector, selects } from '#api/label-selector.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { Profile } from './profile.ts';

/** A way to read the rules of placing. */
export interface Reading {
  readonly view: ClusterView;
  readonly profile: Profile;
}

/** What a profile has worked out holds for one reading alone: the other has a profile of its own. */
const twins: WeakMap<Profile, Profile> = new WeakMap();

function twinOf(profile: Profile): Profile {
  const twin = twins.get(profile) ?? { ...profile };
  twins.set(profile, twin);
  return twin;
}

/** The other way to read what patch releases of one minor read differently. */
const otherwise = (dialect: Dialect): Dialect => ({
  ...dialect,
  readsNegativeNamespaceSelectors: !dialect.readsNegativeNamespaceSelectors,
  heedsGatedNominations: !dialect.heedsGatedNominations,
});

/** Every way in which the cluster's own scheduler may read the rules for such a pod: what must not fail has to hold in all of them. */
export function readingsFor(spec: PodSpec, view: ClusterView, profile: Profile): readonly Reading[] {
  const own = { view, profile };
  if (!saysWhatMustNotBe(spec) && !hasGatedNominations(view)) return [own];
  return [own, { view: view.readBy(otherwise(view.dialect)), profile: twinOf(profile) }];
}

/** Whether a term selects namespaces by nothing but what they must not be: older patches read that as every namespace. */
function saysWhatMustNotBe({ affinity: { podAffinity, podAntiAffinity } = {} }: PodSpec): boolean {
  const terms = [...termsOf(podAffinity), ...termsOf(podAntiAffinity)];
  return terms.some(({ namespaceSelector }) => {
    const selector = compileSelector(namespaceSelector);
    return selector.kind === 'requirements' && selects(selector, {});
  });
}

function termsOf(rules: PodAffinity | undefined): PodAffinityTerm[] {
  const wishes = rules?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const required = rules?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return [...required, ...wishes.map(({ podAffinityTerm }) => podAffinityTerm)];
}

const hasGatedNominations = (view: ClusterView): boolean =>
  view.hasNominated && [...view.nominated().values()].some((pods) => [...pods].some(({ gated }) => gated));
