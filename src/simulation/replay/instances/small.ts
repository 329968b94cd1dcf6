import { below, mulberry32, shuffledOrder } from '#base/mulberry32.ts';
import { type PlanetlabPair, sharedRows, sizes, useOf } from '#simulation/replay/instances/planetlab.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { UseTable } from '#simulation/replay/policy.ts';
import { leastAllocatedStart } from '#simulation/replay/starts.ts';

const nodes = 8;
const stepsOfHalfHour = 6;

/**
 * Small enough for the optimum to be proved: 90 to 100 machines that both days know, on eight nodes that their mean use
 * fills to 62 % and their requests to nine tenths. Use stands still for half an hour at its mean, so that an interval is
 * overloaded or not; the day before is handed over as it was.
 */
export function smallInstance(seed: number, pair: PlanetlabPair): ReplayInstance {
  const rng = mulberry32(seed);
  const pods = 90 + below(rng, 11);
  const shared = sharedRows(pair);
  const chosen = Array.from(shuffledOrder(shared.length, rng).subarray(0, pods).toSorted(), (row) => shared[row]!);
  const use = heldForHalfHours(
    useOf(
      pair.day,
      chosen.map(([, row]) => row),
    ),
    pods,
  );
  const limit = Float64Array.from({ length: pods }, (_, pod) => sizes[pod % 4]!);
  const total = use.cores.reduce((a, b) => a + b, 0) / use.steps;
  const capacity = Math.ceil((total / nodes / 0.62) * 100) / 100;
  const limits = limit.reduce((a, b) => a + b, 0);
  const request = limit.map((cores) => (cores * 0.9 * capacity * nodes) / limits);
  const history = useOf(
    pair.before,
    chosen.map(([row]) => row),
  );
  const owner = Int32Array.from(limit.keys());
  return {
    name: `MILP-S-${seed}`,
    cluster: {
      nodes,
      capacity: new Float64Array(nodes).fill(capacity),
      pods,
      limit,
      request,
      owner,
      stepMinutes: 5,
      history,
    },
    use,
    start: leastAllocatedStart(request, nodes),
  };
}

function heldForHalfHours(use: UseTable, pods: number): UseTable {
  const cores = new Float64Array(use.cores.length);
  for (let from = 0; from < use.steps; from += stepsOfHalfHour) {
    const until = Math.min(from + stepsOfHalfHour, use.steps);
    for (let pod = 0; pod < pods; pod++) {
      let sum = 0;
      for (let step = from; step < until; step++) sum += use.cores[step * pods + pod]!;
      for (let step = from; step < until; step++) cores[step * pods + pod] = sum / (until - from);
    }
  }
  return { steps: use.steps, cores };
}
