import type { LabelSelector, LabelSelectorRequirement } from '#api/kubernetes/selectors.ts';
import { labelValues, podLabelKeys } from './alphabet.ts';
import type { DraftPod, Writable } from './draft.ts';
import type { Draw } from './draw.ts';

type Selector = Writable<LabelSelector>;

/** A selector over pod labels; one of `near`'s own labels every other time, so that pods often match themselves. */
export function podSelector(near: DraftPod, draw: Draw): Selector {
  if (draw.chance(0.05)) return {};
  const own = Object.entries(near.metadata.labels ?? {});
  const [key, value] =
    own.length > 0 && draw.chance(0.5) ? draw.pick(own) : [draw.pick(podLabelKeys), draw.pick(labelValues)];
  if (draw.chance(0.6)) return { matchLabels: { [key]: value } };
  return { matchExpressions: [requirement(key, value, draw)] };
}

function requirement(key: string, value: string, draw: Draw): Writable<LabelSelectorRequirement> {
  const operator = draw.pick(['In', 'In', 'NotIn', 'Exists', 'DoesNotExist'] as const);
  if (operator === 'Exists' || operator === 'DoesNotExist') return { key, operator };
  return { key, operator, values: draw.chance(0.5) ? [value] : [value, draw.pick(labelValues)] };
}

/** The selector with the pod's own value of each key: what an API server makes of `matchLabelKeys`. */
export function mergeKeys(
  selector: Selector | undefined,
  pod: DraftPod,
  keys: readonly string[],
  operator: 'In' | 'NotIn',
): Selector | undefined {
  if (selector === undefined) return undefined;
  const labels = pod.metadata.labels ?? {};
  const added = keys
    .filter((key) => Object.hasOwn(labels, key))
    .map((key) => ({ key, operator, values: [labels[key]!] }));
  if (added.length === 0) return selector;
  return { ...selector, matchExpressions: [...(selector.matchExpressions ?? []), ...added] };
}
