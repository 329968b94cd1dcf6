import { hasRoom } from '#simulation/replay/room.ts';

/** The index of the least value; the lowest index among equals. */
export function leastOf(values: Float64Array): number {
  let least = 0;
  for (let index = 1; index < values.length; index++) if (values[index]! < values[least]!) least = index;
  return least;
}

/**
 * Each pod, in row order, to the node with the least sum of requests. The sums are plain doubles in cores and the
 * comparison is strict: an epsilon, or whole milli-cores, breaks ties elsewhere and gives another start.
 */
export function leastAllocatedStart(request: Float64Array, nodes: number): Int32Array {
  const requested = new Float64Array(nodes);
  const placement = new Int32Array(request.length);
  for (const pod of request.keys()) {
    const node = leastOf(requested);
    placement[pod] = node;
    requested[node]! += request[pod]!;
  }
  return placement;
}

/** Each pod, in row order, to the first node with room; without any, to the node with the least sum of requests. */
export function firstFitStart(request: Float64Array, nodes: number, capacity: number): Int32Array {
  const requested = new Float64Array(nodes);
  const placement = new Int32Array(request.length);
  for (const pod of request.keys()) {
    const first = requested.findIndex((sum) => hasRoom(sum, request[pod]!, capacity));
    const node = first < 0 ? leastOf(requested) : first;
    placement[pod] = node;
    requested[node]! += request[pod]!;
  }
  return placement;
}
