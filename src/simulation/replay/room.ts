/** Whether a request fits on a node beside the requests that are there: the one rule of room, in cores. */
export const hasRoom = (requested: number, request: number, capacity: number): boolean =>
  requested + request <= capacity + 1e-9;

/** Nodes of `capacity` cores that these requests fill to nine tenths. */
export function nodesFor(request: Float64Array, capacity: number): number {
  let sum = 0;
  for (const cores of request) sum += cores;
  return Math.ceil(sum / (0.9 * capacity) - 1e-9);
}

/** What makes cores of nodes comparable that differ in size: shares of a node, on the scale of the largest one. */
export function evening(capacity: Float64Array): Float64Array {
  const largest = Math.max(...capacity);
  return capacity.map((cores) => largest / cores);
}
