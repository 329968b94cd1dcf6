import { Fault } from '#base/fault.ts';
import type { Outcome } from '#decisions/rescheduling/migration/verb.ts';

/** Runs a verb against the world's API server to its outcome. An abort is nobody's outcome. */
export async function outcomeOf(verb: () => Promise<Outcome>, abort?: AbortSignal): Promise<Outcome> {
  try {
    return await verb();
  } catch (thrown) {
    if (abort?.aborted === true || !(thrown instanceof Fault)) throw thrown;
    const { code, message } = thrown;
    return code === 'simulation/throttled' ? { kind: 'held', message } : { kind: 'failed', message };
  }
}
