import type { Amounts } from './amounts.ts';
import { readAmounts } from './amounts.ts';
import { isSidecar } from './effective-requests.ts';
import type { Pod } from './kubernetes/pod.ts';
import { cpuMilli, wholeUnits } from './quantity.ts';

/** What a running pod can use at most. A resource that some container may use without limit is left out. */
export interface EffectiveLimits {
  readonly cpuMilli?: number;
  readonly memoryBytes?: number;
}

/** The limits of what runs side by side: containers and sidecars, or those of the pod as a whole where it has its own. */
export function limitsInPlace({ spec }: Pod): EffectiveLimits {
  const running = [...spec.containers, ...(spec.initContainers ?? []).filter(isSidecar)];
  const each = running.map(({ resources }) => readAmounts(resources?.limits).amounts);
  const whole = readAmounts(spec.resources?.limits).amounts;
  const cpu = limitOf('cpu', whole, each, cpuMilli);
  const memory = limitOf('memory', whole, each, wholeUnits);
  return { ...(cpu === undefined ? {} : { cpuMilli: cpu }), ...(memory === undefined ? {} : { memoryBytes: memory }) };
}

function limitOf(name: string, whole: Amounts, each: readonly Amounts[], units: typeof cpuMilli): number | undefined {
  const ofPod = whole.get(name);
  if (ofPod !== undefined) return units(ofPod);
  let sum = 0;
  for (const amounts of each) {
    const limit = amounts.get(name);
    if (limit === undefined) return undefined;
    sum += units(limit);
  }
  return sum;
}
