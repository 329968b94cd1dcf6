import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { closed } from './closed.ts';
import { createServer, type Server, type Socket } from 'node:net';

export interface ConnectionCounts {
  readonly open: number;
  readonly ever: number;
}

/** The client's side below TLS: a port that can be closed and opened again, and the sockets that came through it. */
export class Listener {
  readonly #port: number;
  readonly #welcome: (socket: Socket) => void;
  /** By the client's port, which is how a request finds the socket below its TLS. */
  readonly #open: Map<number, Socket> = new Map();
  #ever = 0;
  #stopped = false;
  #server: Server | undefined;

  constructor(port: number, welcome: (socket: Socket) => void) {
    this.#port = port;
    this.#welcome = welcome;
  }

  get counts(): ConnectionCounts {
    return { open: this.#open.size, ever: this.#ever };
  }

  async open(): Promise<void> {
    if (this.#stopped || this.#server !== undefined) return;
    // half-open: a client that ends is answered by HTTP's rules, and a half-close leaves the other half
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#admit(socket));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** From now on connections are refused; those that are open stay. */
  close(): void {
    this.#server?.close();
    this.#server = undefined;
  }

  socketOf({ socket }: IncomingMessage): Socket | undefined {
    return this.#open.get(socket.remotePort ?? 0);
  }

  resetAll(): void {
    for (const socket of this.#open.values()) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    this.close();
    this.#stopped = true;
    const open = [...this.#open.values()];
    for (const socket of open) socket.destroy();
    await Promise.all(open.map(closed));
  }

  #admit(socket: Socket): void {
    const port = socket.remotePort;
    if (port === undefined) return; // gone before we looked
    this.#ever++;
    this.#open.set(port, socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (this.#open.get(port) === socket) this.#open.delete(port);
    });
    this.#welcome(socket);
  }
}
