/** A number of things: `1 node`, `2 nodes`; `many` where that is not an s alone. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
