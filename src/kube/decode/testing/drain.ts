/** All that `next` yields, until it has no more. */
export function drained<T>(stream: { next(): T | undefined }): T[] {
  const found: T[] = [];
  for (let one = stream.next(); one !== undefined; one = stream.next()) found.push(one);
  return found;
}
