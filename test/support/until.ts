import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until the answer is not undefined, and gives it. Fails after `withinMs` with what was waited for:
 * the way to wait for a real cluster, which takes its own time.
 */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined>,
  withinMs = 30_000,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await sleep(50);
  }
}
