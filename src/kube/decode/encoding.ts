import type { ListHead } from './list-stream.ts';
import type { StreamOptions } from './stream-options.ts';
import type { WatchEvent } from './watch-event.ts';

/** What chunks are pushed into and values taken out of: `next` gives undefined when it needs more. */
export interface StreamReader<Value> {
  push(chunk: Uint8Array): void;
  next(): Value | undefined;
}

/** How the API server may write objects of one kind, and what reads that. A reader is for one answer. */
export interface Encoding<T> {
  /** For `Accept`, and found again in the answer’s `Content-Type`. */
  readonly mediaType: string;
  list(options?: StreamOptions): StreamReader<T> & { finish(): ListHead };
  watch(options?: StreamOptions): StreamReader<WatchEvent<T>> & { finish(): void };
}

/** For a request: the first one is wanted most. */
export function acceptOf(encodings: readonly Encoding<unknown>[]): string {
  return encodings.map(({ mediaType }) => mediaType).join(', ');
}

/** Which of them an answer is in: a server that does not know one takes another. The last where it does not say. */
export function answeredIn<T>(encodings: readonly [...Encoding<T>[], Encoding<T>], contentType: unknown): Encoding<T> {
  const said = typeof contentType === 'string' ? contentType.split(';')[0]!.trim() : '';
  return encodings.find(({ mediaType }) => mediaType === said) ?? encodings.at(-1)!;
}
