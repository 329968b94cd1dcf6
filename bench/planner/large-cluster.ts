import { rngOf } from '#base/rng.ts';
import { PastMoves } from '#decisions/rescheduling/guards/past-moves.ts';
import type { RelocationProblem } from '#decisions/rescheduling/relocations/relocation-problem.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';

const STEP_MS = 300_000;
const STEPS = 300;
const CORES = 32;
const PODS_ON_NODE = 30;
const REPLICAS = 10;

/** A cluster whose services follow the day, watched for a day and an hour; the first nodes are overloaded. */
export function largeCluster(nodes: number, hot: number): { forecaster: Forecaster; problem(): RelocationProblem } {
  const pods = nodes * PODS_ON_NODE;
  const rng = rngOf(1);
  const owner = Int32Array.from({ length: pods }, (_, pod) => Math.floor(pod / REPLICAS));
  const order = rng.shuffle([...Array(pods).keys()]);
  const node = new Int32Array(pods);
  for (const [place, pod] of order.entries()) node[pod] = Math.floor(place / PODS_ON_NODE);
  const request = Float64Array.from({ length: pods }, () => 0.25 * (1 + rng.int(4)));
  const phase = Float64Array.from({ length: pods / REPLICAS }, () => rng.float());
  const level = Float64Array.from(
    node,
    (at) => (at < hot ? 0.95 : 0.45) * (CORES / PODS_ON_NODE) * (0.5 + rng.float()),
  );
  const forecaster = new Forecaster();
  const row = Int32Array.from(owner, (of, pod) =>
    forecaster.enrol({ key: `pod-${pod}`, owner: `owner-${of}`, scale: 4, request: request[pod]! }),
  );
  const use = new Float64Array(pods);
  for (let step = 0; step < STEPS; step++) {
    for (let pod = 0; pod < pods; pod++) {
      const day = 1 + 0.3 * Math.sin(2 * Math.PI * (step / 288 + phase[owner[pod]!]!));
      use[row[pod]!] = level[pod]! * (day + 0.2 * (rng.float() - 0.5));
    }
    forecaster.observe(step * STEP_MS, use);
  }
  const now = STEPS * STEP_MS;
  const capacity = new Float64Array(nodes).fill(CORES);
  const problem = (): RelocationProblem => ({
    now,
    nodes: {
      count: nodes,
      isHot: Uint8Array.from({ length: nodes }, (_, at) => Number(at < hot)),
      foretold: new Uint8Array(nodes).fill(0b1111),
      mayReceive: new Uint8Array(nodes).fill(1),
    },
    pods: { count: pods, node, owner, isMovable: () => true },
    resources: [
      { name: 'cpu', capacity, allocatable: capacity, line: 0.8, request, outlook: forecaster.outlook(now), row },
    ],
    isFeasible: () => true,
    memory: new PastMoves().memory(now, owner),
    budgets: { moves: 5, perOwner: 1, perNode: 2, inFlightOfOwner: () => 0, inFlightOfNode: () => 0 },
  });
  return { forecaster, problem };
}
