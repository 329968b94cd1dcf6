import type { Socket } from 'node:net';

/** Resolves when it closes, however; `socket.closed` would already be true while it is on its way. */
export function closed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  return promise;
}
