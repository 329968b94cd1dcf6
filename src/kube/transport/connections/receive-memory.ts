import type { OnReadOpts, Socket } from 'node:net';

const sizeBytes = 64 * 1024;

/**
 * One socket receives into the same memory again and again. Node otherwise makes an ArrayBuffer of each TLS record: V8
 * counts these as memory held, and on a busy watch they alone made it collect the whole heap every 11 MB.
 *
 * What is received is read at once, within the same call. Where a reader leaves something (it is paused), the memory is
 * its own from then on, and the socket gets new memory.
 */
export class ReceiveMemory implements OnReadOpts {
  #socket: Socket | undefined;
  #next: Uint8Array | undefined;

  /** Whose it is: the socket that `net.connect` or `tls.connect` made with this as its `onread`. */
  belongsTo(socket: Socket): void {
    this.#socket = socket;
  }

  /** Node asks when it connects, maybe more than once where a name has several addresses, and after each reception. */
  readonly buffer: () => Uint8Array = () => {
    const memory = this.#next ?? Buffer.allocUnsafeSlow(sizeBytes);
    this.#next = undefined;
    return memory;
  };

  /** False has Node stop reading until the reader has room again. */
  readonly callback: (bytes: number, memory: Uint8Array) => boolean = (bytes, memory) => {
    const socket = this.#socket;
    if (socket === undefined) throw new Error('received on a socket that nobody told of');
    const hasRoom = socket.push(memory.subarray(0, bytes));
    socket.emit('readable');
    const isRead = socket.readableLength === 0;
    if (isRead) this.#next = memory;
    return isRead || hasRoom;
  };
}
