import { kubeFault } from '#kube/faults.ts';
import { type LeaseClock, rest } from './clock.ts';

export interface CutOff {
  readonly ms: number;
  /** Cuts it off as well. */
  readonly signal: AbortSignal;
  readonly clock: LeaseClock;
  /** `renewing the lease`: the beginning of the message. */
  readonly doing: string;
}

/** What `call` brings within its time. Afterwards it is aborted, and not waited for even if it does not listen. */
export async function cutOff<T>(
  { ms, signal, clock, doing }: CutOff,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const over = new AbortController();
  const giveUp = (): void => over.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  const late = async (): Promise<never> => {
    await rest(clock, ms, over.signal);
    signal.throwIfAborted();
    throw kubeFault('kube/timeout', `${doing}: no answer within ${Math.round(ms)} ms`, { retry: 'soon' });
  };
  try {
    return await Promise.race([call(over.signal), late()]);
  } finally {
    signal.removeEventListener('abort', giveUp);
    over.abort();
  }
}
