import type { OnReadOpts, Socket } from 'node:net';

const sizeBytes = 64 * 1024;

/**
 * Receives on sockets into the same memory again and again. Node otherwise makes an ArrayBuffer of each TLS record: V8
 * counts these as memory held, and on a busy watch they alone made it collect the whole heap every 11 MB.
 *
 * What is received is read at once, within the same call. Where a reader leaves something (it is paused), the memory is
 * its own from then on, and the socket gets new memory.
 */
export class ReceiveMemory {
  /** For `net.connect` or `tls.connect`; then `belongsTo` must hear of the socket that was made. */
  readonly onread: OnReadOpts;
  readonly #sockets: WeakMap<Uint8Array, Socket> = new WeakMap();
  #next: Uint8Array | undefined;
  #given: Uint8Array | undefined;

  constructor() {
    this.onread = {
      buffer: () => this.#give(),
      callback: (bytes, memory) => this.#received(memory, bytes),
    };
  }

  /** The memory given last is this socket's. */
  belongsTo(socket: Socket): void {
    if (this.#given !== undefined) this.#sockets.set(this.#given, socket);
    this.#given = undefined;
  }

  #give(): Uint8Array {
    const memory = this.#next ?? Buffer.allocUnsafeSlow(sizeBytes);
    this.#next = undefined;
    this.#given = memory;
    return memory;
  }

  /** Node asks for the next memory right after this; false would have it stop reading. */
  #received(memory: Uint8Array, bytes: number): boolean {
    const socket = this.#sockets.get(memory);
    if (socket === undefined) throw new Error('received on a socket that nobody told of');
    const hasRoom = socket.push(memory.subarray(0, bytes));
    socket.emit('readable');
    const isRead = socket.readableLength === 0;
    this.#next = isRead ? memory : Buffer.allocUnsafeSlow(sizeBytes);
    this.#sockets.set(this.#next, socket);
    return isRead || hasRoom;
  }
}
