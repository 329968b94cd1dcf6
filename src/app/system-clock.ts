import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#ports/clock.ts';

// a longer timer fires at once in Node
const LONGEST_TIMER_MS = 2_147_483_647;

/** The time of this machine, held still while the machine's own clock is set back. */
export function systemClock(wallClock: () => number = Date.now): Clock {
  let latest = 0;
  return {
    now() {
      latest = Math.max(latest, wallClock());
      return latest;
    },
    async sleep(ms, signal) {
      for (let rest = ms; rest >= 0; rest -= LONGEST_TIMER_MS) {
        await nap(Math.min(rest, LONGEST_TIMER_MS), signal);
      }
    },
  };
}

async function nap(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    // Node rejects with an AbortError of its own: those who abort want their own reason back
    signal?.throwIfAborted();
    throw error;
  }
}
