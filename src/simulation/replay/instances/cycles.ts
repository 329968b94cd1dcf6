import { below, mulberry32, type Rng } from '#base/mulberry32.ts';
import { sizes } from '#simulation/replay/instances/planetlab.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import type { UseTable } from '#simulation/replay/policy.ts';
import { nodesFor } from '#simulation/replay/room.ts';
import { firstFitStart, leastAllocatedStart } from '#simulation/replay/starts.ts';
import type { PlanetlabDay } from '#simulation/replay/traces/planetlab.ts';

const services = 48;
const days = 8;
const daySteps = 288;
const capacity = 16;
const requestRatio = 0.35;

/** What cycles are made from: shapes of real services, and a day of machines whose residuals are the replicas' noise. */
export interface CycleSources {
  /** Five-minute means of services with a daily cycle. */
  readonly shapes: readonly Float64Array[];
  readonly noise: PlanetlabDay;
}

interface Replica {
  readonly limit: number;
  readonly service: number;
  readonly shape: Float64Array;
  readonly shift: number;
  readonly peak: number;
  readonly noiseRow: number;
  /** Where in the noise row each day begins: it keeps the row's level of noise, and no false daily pattern. */
  readonly dayOffsets: readonly number[];
}

/** Eight days of 48 services that follow real daily cycles; first fit and least allocated share their pods. */
export function cycleInstances(seed: number, sources: CycleSources): { ff: ReplayInstance; la: ReplayInstance } {
  const replicas = drawReplicas(seed, sources);
  const limit = Float64Array.from(replicas, (replica) => replica.limit);
  const request = limit.map((cores) => requestRatio * cores);
  const nodes = nodesFor(request, capacity);
  const plain = cycleUse(replicas, sources.noise, 1);
  const { mean, peak } = loadOf(plain, nodes);
  const use = cycleUse(replicas, sources.noise, Math.min(0.6 / mean, 0.86 / peak));
  const cluster = {
    nodes,
    capacity: new Float64Array(nodes).fill(capacity),
    pods: replicas.length,
    limit,
    request,
    owner: Int32Array.from(replicas, (replica) => replica.service),
    stepMinutes: 5,
  };
  return {
    ff: { name: `DI-FF-${seed}`, cluster, use, start: firstFitStart(request, nodes, capacity) },
    la: { name: `DI-LA-${seed}`, cluster, use, start: leastAllocatedStart(request, nodes) },
  };
}

/** The order of the draws is part of the instance. */
function drawReplicas(seed: number, sources: CycleSources): Replica[] {
  const rng = mulberry32(seed);
  const shapes = sources.shapes.map((means) => unitShape(means));
  return Array.from({ length: services }, (_, service) => {
    const shape = shapes[below(rng, shapes.length)]!;
    const shift = below(rng, 97);
    const peak = 0.25 + 0.5 * rng();
    const count = Math.min(24, 2 + Math.floor(-4.6 * Math.log(1 - rng())));
    const limit = sizes[below(rng, 4)]!;
    const replica = (): Replica => {
      const noiseRow = below(rng, sources.noise.names.length);
      return { limit, service, shape, shift, peak, noiseRow, dayOffsets: drawOffsets(rng) };
    };
    return Array.from({ length: count }, replica);
  }).flat();
}

const drawOffsets = (rng: Rng): number[] => Array.from({ length: days }, () => below(rng, daySteps));

/** Eight days of five-minute means, as fractions of their maximum. */
function unitShape(means: Float64Array): Float64Array {
  const eight = means.subarray(0, days * daySteps);
  const most = eight.reduce((a, b) => Math.max(a, b), 0);
  return eight.map((value) => value / most);
}

/** The replicas' use when the services' shapes are `gain` times as high. */
function cycleUse(replicas: readonly Replica[], noise: PlanetlabDay, gain: number): UseTable {
  const steps = days * daySteps;
  const cores = new Float64Array(steps * replicas.length);
  for (const [pod, { limit, shape, shift, peak, noiseRow, dayOffsets }] of replicas.entries()) {
    const row = noise.percent.subarray(noiseRow * noise.steps, (noiseRow + 1) * noise.steps);
    const level = row.reduce((sum, value) => sum + value, 0) / row.length;
    for (let step = 0; step < steps; step++) {
      const offset = dayOffsets[Math.floor(step / daySteps)]!;
      const residual = (0.5 * (row[((step % daySteps) + offset) % row.length]! - level)) / 100;
      const fraction = gain * peak * shape[(step + shift) % shape.length]! + residual;
      cores[step * replicas.length + pod] = limit * Math.min(1, Math.max(0, fraction));
    }
  }
  return { steps, cores };
}

/** Mean and peak of the whole cluster's use, as fractions of its cores. */
function loadOf({ steps, cores }: UseTable, nodes: number): { mean: number; peak: number } {
  const pods = cores.length / steps;
  let [sum, peak] = [0, 0];
  for (let step = 0; step < steps; step++) {
    let total = 0;
    for (let pod = 0; pod < pods; pod++) total += cores[step * pods + pod]!;
    sum += total;
    peak = Math.max(peak, total);
  }
  return { mean: sum / steps / (nodes * capacity), peak: peak / (nodes * capacity) };
}
