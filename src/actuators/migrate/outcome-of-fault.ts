import type { Outcome } from '#decisions/rescheduling/migration/verb.ts';
import type { KubeCode } from '#kube/faults.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';

/** What a verb came to when the API server, or the way to it, answered with a fault. An abort is nobody's outcome. */
export function outcomeOfFault(thrown: unknown): Outcome {
  if (!(thrown instanceof KubeFault) || thrown.code === 'kube/aborted') throw thrown;
  const { code, message, retryAfterMs } = thrown;
  if (code === 'kube/not-found') return { kind: 'moot', why: 'gone' };
  if (code === 'kube/throttled') return { kind: 'held', message: heldBy(thrown), retryAfterMs };
  const refusal = refusals.get(code);
  return refusal === undefined ? { kind: 'failed', message } : { kind: 'refused', reason: refusal, message };
}

/** What waiting does not mend. */
const refusals: ReadonlyMap<KubeCode, string> = new Map<KubeCode, string>([
  ['kube/forbidden', 'Forbidden'],
  ['kube/invalid', 'Invalid'],
]);

/** Runs a verb to its outcome. */
export async function outcomeOf(verb: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await verb();
  } catch (thrown) {
    return outcomeOfFault(thrown);
  }
}

/** A budget is blamed only where the server names one: it may just be busy. */
function heldBy({ causes, message }: KubeFault): string {
  const budget = causes.find(({ reason }) => reason === 'DisruptionBudget');
  return budget === undefined ? message : `A disruption budget holds it: ${budget.message}`;
}
