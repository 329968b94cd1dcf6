import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from './exchange.ts';
import type { Hit } from './fault.ts';

/** Waits so long; shorter if the fault is cleared or the exchange is over. */
export async function pause(ms: number, { cleared }: Hit, { over }: Exchange): Promise<void> {
  await sleep(ms, undefined, { signal: AbortSignal.any([cleared, over]) }).catch(() => undefined);
}

/** Waits until the fault is cleared or the exchange is over. */
export async function held({ cleared }: Hit, { over }: Exchange): Promise<void> {
  const signal = AbortSignal.any([cleared, over]);
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}
