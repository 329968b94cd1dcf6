import { constraintOf, rowsWithKeys, statedBy } from '#decisions/scheduling/spread/spread-constraint.ts';
import { lay } from '#decisions/scheduling/spread/laid-constraint.ts';
import { checkOf, mostIn } from '#decisions/scheduling/spread/spread-check.ts';
import { type AtNode, domainOf } from './asked.ts';
import type { Evidence } from './evidence.ts';
import { selectorText } from './words.ts';

/** Every constraint that the pod would break there: how many are in the domain, and how many may be. */
export function spreadEvidence({ view, pod, row }: AtNode): readonly Evidence[] {
  const stated = (pod.shape.spec.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule',
  );
  const constraints = stated.map((one) => constraintOf(statedBy(one, pod), pod, view));
  return lay(constraints, rowsWithKeys(constraints, view)).flatMap((laid) => {
    const { topologyKey, maxSkew, selector, column } = laid.constraint;
    const value = domainOf(view, row, topologyKey);
    if (value === undefined) return [{ text: `no label ${topologyKey}`, facts: { topologyKey } }];
    const check = checkOf(laid, pod, view);
    const there = check.pods[column.valueOf[row]!] ?? 0;
    const least = check.fewest(check.pods);
    if (there <= mostIn(check, check.pods)) return [];
    const text = `${there} of ${selectorText(selector)} in ${topologyKey}=${value}, ${least} where there are fewest: maxSkew ${maxSkew}`;
    return [{ text, facts: { topologyKey, value, there, fewest: least, maxSkew } }];
  });
}
