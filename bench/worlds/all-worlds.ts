import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { WorldWish } from '#test/worlds/world-wish.ts';
import type { BothWays } from './both-ways.ts';

/** A world leaves much behind and keeps little: the seldomer that is collected, the cheaper. Of threads begun from then on. */
const YOUNG_GENERATION = '--max-semi-space-size=64';

/** Lets worlds go by on so many threads; each takes the next when it is free. What they came to, in the order of the wishes. */
export async function* allWorlds(wishes: readonly WorldWish[], threads: number): AsyncGenerator<BothWays> {
  setFlagsFromString(YOUNG_GENERATION);
  const found = wishes.map(() => Promise.withResolvers<BothWays>());
  const left = wishes.entries();
  const workers = Array.from({ length: Math.min(threads, wishes.length) }, () => work(left, found));
  try {
    for (const { promise } of found) yield await promise;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function work(left: Iterator<[number, WorldWish]>, found: readonly PromiseWithResolvers<BothWays>[]): Worker {
  const worker = new Worker(new URL('./world-worker.ts', import.meta.url));
  void (async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      const [at, wish] = next.value;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(wish);
      try {
        const [world] = (await once(worker, 'message')) as [BothWays];
        found[at]!.resolve(world);
      } catch (fault) {
        found[at]!.reject(new Error(`the world of seed ${wish.seed} ended in a fault`, { cause: fault }));
        return;
      }
    }
  })();
  return worker;
}
