import { capacityOf, seal, type Window, windowOf } from './window.ts';

/** Bytes that have come and are not read yet, in one piece. */
export class PendingBytes {
  window: Window = windowOf(16 * 1024);
  start: number = 0;
  end: number = 0;
  /** Where in the stream the window's first byte was. */
  base: number = 0;

  get length(): number {
    return this.end - this.start;
  }

  /** Copies the chunk in, so that the caller may use its memory again. */
  append(chunk: Uint8Array): void {
    if (this.length === 0) this.#atFront();
    if (this.end + chunk.length > capacityOf(this.window)) this.#makeRoom(chunk.length);
    this.window.bytes.set(chunk, this.end);
    this.end += chunk.length;
    seal(this.window, this.end);
  }

  #makeRoom(more: number): void {
    const needed = this.length + more;
    const { bytes } = this.window;
    // only when at most half is in use: else little chunks would move the same bytes again and again
    if (2 * needed > capacityOf(this.window)) this.window = windowOf(2 * needed);
    bytes.copy(this.window.bytes, 0, this.start, this.end);
    this.#atFront();
  }

  #atFront(): void {
    this.base += this.start;
    this.end -= this.start;
    this.start = 0;
  }
}
