import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { UseTable } from '#simulation/replay/policy.ts';
import { firstFitStart, leastAllocatedStart } from '#simulation/replay/starts.ts';
import type { BitbrainsTrace } from '#simulation/replay/traces/bitbrains.ts';

const nodes = 4;

/** Three weeks of Bitbrains on four nodes that its mean use fills to 55 %, and its requests to nine tenths. */
export function bitbrainsInstances(trace: BitbrainsTrace): { ff: ReplayInstance; la: ReplayInstance } {
  const use = useOf(trace);
  const capacity = Math.ceil(use.cores.reduce((a, b) => a + b, 0) / use.steps / nodes / 0.55);
  const limit = trace.cores.slice();
  const limits = limit.reduce((a, b) => a + b, 0);
  const request = limit.map((cores) => (cores * 0.9 * capacity * nodes) / limits);
  const cluster = {
    nodes,
    capacity: new Float64Array(nodes).fill(capacity),
    pods: limit.length,
    limit,
    request,
    owner: Int32Array.from(limit.keys()),
    stepMinutes: 5,
  };
  return {
    ff: { name: 'BB-FF', cluster, use, start: firstFitStart(request, nodes, capacity) },
    la: { name: 'BB-LA', cluster, use, start: leastAllocatedStart(request, nodes) },
  };
}

function useOf({ names, cores: sizes, steps, permille }: BitbrainsTrace): UseTable {
  const cores = new Float64Array(steps * names.length);
  for (let pod = 0; pod < names.length; pod++) {
    for (let step = 0; step < steps; step++) {
      cores[step * names.length + pod] = (permille[pod * steps + step]! / 1000) * sizes[pod]!;
    }
  }
  return { steps, cores };
}
