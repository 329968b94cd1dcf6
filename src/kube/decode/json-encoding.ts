import type { Decoder } from './decoder.ts';
import type { Encoding } from './encoding.ts';
import { ListStream } from './list-stream.ts';
import { WatchLines } from './watch-lines.ts';

/** What every API server speaks. */
export function jsonEncoding<T>(decoder: Decoder<T>): Encoding<T> {
  return {
    mediaType: 'application/json',
    list: (options) => new ListStream(decoder, options),
    watch: (options) => new WatchLines(decoder, options),
  };
}
