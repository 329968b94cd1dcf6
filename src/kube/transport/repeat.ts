import type { KubeCode } from '#kube/faults.ts';
import { backoffMs, type BackoffOptions } from './backoff.ts';
import { KubeFault } from './faults/kube-fault.ts';
import type { Ask } from './transport.ts';

export interface RepeatOptions extends BackoffOptions {
  /** The first included. */
  readonly mostAttempts: number;
}

/** A request so far. */
export interface Attempts {
  readonly repeatable: Ask['repeatable'];
  /** How many there were. */
  readonly made: number;
  /** Whether one was repeated with new credentials already. */
  readonly renewed: boolean;
  readonly random: () => number;
}

/**
 * How long to wait before asking again, in ms; undefined: the fault is final.
 *   401                              once, at once, with new credentials
 *   what its caller repeats          never
 *   429 that names a time            whatever it was, it was not taken
 *   429 for a disruption budget      never: it is an answer, and somebody acts on it
 *   the connection never came about  whatever it was, it was not taken
 *   any other that may pass          only what may be done twice
 */
export function repeatAfterMs(fault: unknown, attempts: Attempts, options: RepeatOptions): number | undefined {
  if (!(fault instanceof KubeFault) || attempts.made >= options.mostAttempts) return undefined;
  if (fault.code === 'kube/unauthorised') return attempts.renewed ? undefined : 0;
  if (attempts.repeatable === 'by-caller') return undefined;
  if (!mayPass(fault) || (fault.taken === 'perhaps' && attempts.repeatable === 'no')) return undefined;
  return (fault.retryAfterMs ?? 0) + backoffMs(attempts.made, attempts.random, options);
}

function mayPass(fault: KubeFault): boolean {
  if (fault.code === 'kube/throttled')
    return fault.retryAfterMs !== undefined && !fault.causes.some((cause) => cause.reason === 'DisruptionBudget');
  if (fault.code === 'kube/timeout') return fault.status !== undefined; // our own deadline is the end
  return passing.has(fault.code) && fault.retry === 'soon';
}

const passing: ReadonlySet<KubeCode> = new Set<KubeCode>(['kube/server-error', 'kube/unreachable', 'kube/malformed']);
