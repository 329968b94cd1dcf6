import { parentPort } from 'node:worker_threads';
import type { WorldWish } from '#test/worlds/world-wish.ts';
import { bothWays } from './both-ways.ts';

/** A thread that is sent wishes and sends back what their worlds came to, one after the other. */
parentPort!.on('message', (wish: WorldWish) => {
  void answer(wish);
});

async function answer(wish: WorldWish): Promise<void> {
  const found = await bothWays(wish);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(found);
}
