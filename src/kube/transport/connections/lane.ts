import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';

/** A code of our own: undici takes some of its own codes for a reason to connect again. */
const hungUp = (): Error => Object.assign(new Error('hung up'), { code: 'ECONNABORTED' });

/** One connection's worth of undici: it carries one exchange at a time, and connects anew when it must. */
export class Lane {
  readonly dispatcher: Dispatcher;
  readonly #sockets: Set<Socket> = new Set();

  /** `dispatcherOf` makes what connects, and has it tell of each socket from the socket's first moment on. */
  constructor(dispatcherOf: (carry: (socket: Socket) => void) => Dispatcher, emptied: (lane: Lane) => void) {
    this.dispatcher = dispatcherOf((socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        if (this.#sockets.size === 0) emptied(this);
      });
    });
  }

  /** Ends what connects, or is connected: whatever waits for it hears so. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy(hungUp());
  }
}
