import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StreamReader } from './encoding.ts';

export interface DrainOptions<Value> {
  readonly reader: StreamReader<Value>;
  /** Called for each value, in order, before the next is decoded. */
  readonly take: (value: Value) => void;
  /** Called for each chunk: something was heard. */
  readonly heard?: () => void;
  /** The event loop gets its turn after so long of decoding; waiting for chunks does not count. */
  readonly turnMs: number;
}

const valuesBetweenLooks = 16;

/** Decodes a body while it arrives. The next chunk is read only when the last is used up, so a slow reader slows the server. */
export async function drain<Value>(body: AsyncIterable<Uint8Array>, options: DrainOptions<Value>): Promise<void> {
  const { reader, take, heard, turnMs } = options;
  let leftMs = turnMs;
  let untilLook = valuesBetweenLooks;
  for await (const chunk of body) {
    heard?.();
    let beganAt = performance.now();
    reader.push(chunk);
    for (let value = reader.next(); value !== undefined; value = reader.next()) {
      take(value);
      untilLook -= 1;
      if (untilLook > 0) continue;
      untilLook = valuesBetweenLooks;
      if (performance.now() - beganAt < leftMs) continue;
      await nextTurn();
      leftMs = turnMs;
      beganAt = performance.now();
    }
    leftMs -= performance.now() - beganAt;
  }
}
