import type { Resource } from './resource.ts';

/** What an answer is taken for. */
export function decoded<T>(resource: Resource<T>, value: unknown): T {
  // without a decoder the server is taken at its word, here and nowhere else
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return resource.decode === undefined ? (value as T) : resource.decode(value);
}
