import { Forecaster } from '#load/forecast/forecaster.ts';
import type { Outlook } from '#load/forecast/outlook.ts';

/** A pod to be foreseen. Cores and bytes; a limit is absent where some container has none. */
export interface ForeseenPod {
  readonly uid: string;
  /** Pods of one owner do the same work. */
  readonly owner: string;
  readonly requests: { readonly cpuCores: number; readonly memoryBytes: number };
  readonly limits: { readonly cpuCores?: number | undefined; readonly memoryBytes?: number | undefined };
}

/** What pods used at one time, in the order of the pods; NaN where it is not known. */
export interface UseAt {
  readonly at: number;
  readonly cpuCores: ArrayLike<number>;
  readonly memoryBytes: ArrayLike<number>;
}

/** What is to be expected of one resource, and whose row is whose in it. */
export interface Foreseen {
  readonly outlook: Outlook;
  readonly rowOf: (uid: string) => number | undefined;
}

export interface LoadForecast {
  readonly cpuCores: Foreseen;
  readonly memoryBytes: Foreseen;
}

type Resource = keyof LoadForecast;

/** Learns from the whole past at once, oldest first: for whoever looks once. The order of pods is no matter. */
export function foresee(pods: readonly ForeseenPod[], past: readonly UseAt[], now: number): LoadForecast {
  const order = pods.map((_, at) => at).toSorted((a, b) => (pods[a]!.uid < pods[b]!.uid ? -1 : 1));
  const learn = (resource: Resource): Foreseen => learnt(pods, order, past, { resource, now });
  return { cpuCores: learn('cpuCores'), memoryBytes: learn('memoryBytes') };
}

function learnt(
  pods: readonly ForeseenPod[],
  order: readonly number[],
  past: readonly UseAt[],
  { resource, now }: { readonly resource: Resource; readonly now: number },
): Foreseen {
  const forecaster = new Forecaster();
  const bounds = boundsOf(pods, past, resource);
  for (const at of order) {
    const { uid, owner, requests } = pods[at]!;
    forecaster.enrol({ key: uid, owner, scale: bounds.get(owner)!, request: requests[resource] });
  }
  for (const step of past)
    forecaster.observe(
      step.at,
      Float64Array.from(order, (at) => step[resource][at] ?? Number.NaN),
    );
  return { outlook: forecaster.outlook(now), rowOf: (uid) => forecaster.podRows.get(uid) };
}

/** How much more than ever seen a pod without a limit is thought capable of. */
const HEADROOM = 1.5;

/** What bounds the use of an owner's pods: their limit; without one, what they ask for, and more than they ever used. */
function boundsOf(pods: readonly ForeseenPod[], past: readonly UseAt[], resource: Resource): Map<string, number> {
  const bounds = new Map<string, number>();
  pods.forEach(({ owner, requests, limits }, at) => {
    let seen = 0;
    for (const step of past) if (step[resource][at]! > seen) seen = step[resource][at]!;
    const bound = Math.max(limits[resource] ?? Math.max(requests[resource], HEADROOM * seen), seen);
    bounds.set(owner, Math.max(bounds.get(owner) ?? 0, bound));
  });
  return bounds;
}
