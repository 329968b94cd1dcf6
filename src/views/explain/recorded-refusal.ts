import type { Pod } from '#api/kubernetes/pod.ts';

/** What a scheduler wrote when it last could not place a pod. */
export interface Recorded {
  readonly reason: string;
  readonly message: string;
  /** RFC 3339: since when it has not been placed, which is not when this was written. */
  readonly since: string | null;
  /** Whether it says what we say; what it adds of preemption is its own. */
  readonly agrees: boolean;
}

/** The refusal in a pod's PodScheduled condition, beside ours. */
export function recordedRefusal({ status }: Pod, ours: string | null): Recorded | null {
  const condition = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (condition?.status !== 'False') return null;
  const { reason = '', message = '', lastTransitionTime = null } = condition;
  const agrees = ours !== null && (message === ours || message.startsWith(`${ours} `));
  return { reason, message, since: lastTransitionTime, agrees };
}
