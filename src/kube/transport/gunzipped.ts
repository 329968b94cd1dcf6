import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { faultOfError } from './faults/fault-of-error.ts';

/** The chunks unpacked as they come, no faster than they are read. Leaving early ends what they come from, too. */
export function gunzipped(chunks: AsyncIterable<Uint8Array>, doing: string): AsyncIterableIterator<Uint8Array> {
  const gunzip = createGunzip();
  // the reader of gunzip hears of every fault; the callback is there because there must be one
  pipeline(Readable.from(kept(chunks), { objectMode: false }), gunzip, () => {});
  const unpacked: AsyncIterator<Uint8Array> = gunzip[Symbol.asyncIterator]();
  return {
    async next() {
      try {
        return await unpacked.next();
      } catch (thrown) {
        throw faultOfError(thrown, doing, 'in-the-answer');
      }
    },
    return() {
      gunzip.destroy();
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Copies: unzipping goes on while the next chunk is asked for. Not a generator, which could not be left while it waits. */
function kept(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const copying: AsyncIterator<Uint8Array> = {
    async next() {
      const { done, value } = await iterator.next();
      return done === true ? { done, value } : { done: false, value: Uint8Array.from(value) };
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
  };
  return { [Symbol.asyncIterator]: () => copying };
}
