import { Fault } from '#base/fault.ts';
import { backoffMs } from '#kube/transport/backoff.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { EventStore } from './event-store.ts';
import type { DropReason } from './observer.ts';
import type { EventOptions } from './options.ts';
import { send, type Sent } from './send.ts';
import type { Series } from './series.ts';

/** What became of a write. */
export type Outcome = Sent | { readonly how: 'lost'; readonly why: DropReason; readonly fault: unknown };

/** Writes a series, again and again while that may help and there is time. */
export async function deliver(
  store: EventStore,
  series: Series,
  inTime: AbortSignal,
  options: EventOptions,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(store, series, inTime);
    } catch (fault) {
      if (inTime.aborted) return { how: 'lost', why: 'out-of-time', fault };
      if (!(fault instanceof Fault) || fault.retry === 'never' || attempt >= options.mostAttempts)
        return { how: 'lost', why: isRefusal(fault) ? 'refused' : 'gave-up', fault };
      const afterMs = waitMs(fault, attempt, options);
      options.observer.repeated?.(fault, series.event, afterMs);
      await options.time.sleep(afterMs, inTime).catch(() => undefined);
    }
  }
}

function waitMs(fault: Fault, attempt: number, options: EventOptions): number {
  const asked = fault instanceof KubeFault ? (fault.retryAfterMs ?? 0) : 0;
  return asked + backoffMs(attempt, options.random, options);
}

const isRefusal = (fault: unknown): boolean => fault instanceof Fault && refusals.has(fault.code);

const refusals: ReadonlySet<string> = new Set([
  'kube/forbidden',
  'kube/unauthorised',
  'kube/invalid',
  'kube/not-found',
]);
