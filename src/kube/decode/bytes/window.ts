/** Bytes to scan, followed by at least `PADDING` zero bytes, and a view of the same memory. */
export interface Window {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** Eight, because a look may begin at any byte and takes four. */
const PADDING = 8;

/**
 * Room for `capacity` bytes. Zero ends every token of JSON, so no scanning loop compares with the end, and none
 * looks outside the buffer (one such look makes V8 compile the loop several times slower, for good).
 */
export function windowOf(capacity: number): Window {
  const bytes = Buffer.alloc(capacity + PADDING);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}

export function capacityOf(window: Window): number {
  return window.bytes.length - PADDING;
}

/** Puts the zeros behind what was written up to `end`. */
export function seal(window: Window, end: number): void {
  window.bytes.fill(0, end, end + PADDING);
}
