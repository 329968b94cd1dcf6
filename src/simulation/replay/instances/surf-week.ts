import type { ReplayInstance } from '#simulation/replay/instance.ts';
import { ABSENT } from '#simulation/replay/policy.ts';
import { leastAllocatedStart } from '#simulation/replay/starts.ts';
import type { SurfJob } from '#simulation/replay/traces/surf-week.ts';

const capacity = 48;
/** Jobs ask for three quarters of the cores they may use: four jobs of 16 cores a node. */
const requestRatio = 0.75;
const stepSeconds = 300;

interface Life {
  readonly job: SurfJob;
  readonly from: number;
  readonly until: number;
}

/**
 * Jobs as pods on nodes of 48 cores, as many as the mean use fills to 55 %. A job is there from the first step at or after
 * its submission to the last before its end; one that no step sees is left out. Arrivals go where the least is requested,
 * unless a policy places them.
 */
export function surfInstance(jobs: readonly SurfJob[]): ReplayInstance {
  const steps = Math.floor(Math.max(...jobs.map((job) => job.submittedAtSeconds)) / stepSeconds) + 1;
  const lives = jobs.map((job) => lifeOf(job, steps)).filter(({ from, until }) => from < until);
  const pods = lives.length;
  const cores = useOf(lives, steps);
  const nodes = Math.ceil(cores.reduce((a, b) => a + b, 0) / steps / (0.55 * capacity));
  const limit = Float64Array.from(lives, ({ job }) => job.cores);
  const request = limit.map((most) => requestRatio * most);
  const from = Int32Array.from(lives, (life) => life.from);
  const first = leastAllocatedStart(
    request.filter((_, pod) => from[pod] === 0),
    nodes,
  ).values();
  return {
    name: 'SURF',
    cluster: {
      nodes,
      capacity: new Float64Array(nodes).fill(capacity),
      pods,
      limit,
      request,
      owner: Int32Array.from(limit.keys()),
      stepMinutes: 5,
    },
    use: { steps, cores },
    start: from.map((step) => (step === 0 ? first.next().value! : ABSENT)),
    life: { from, until: Int32Array.from(lives, (life) => life.until) },
  };
}

function lifeOf(job: SurfJob, steps: number): Life {
  const from = Math.ceil(job.submittedAtSeconds / stepSeconds);
  const end = Math.ceil((job.submittedAtSeconds + job.durationSeconds) / stepSeconds);
  return { job, from, until: Math.min(end, steps, from + job.permille.length) };
}

function useOf(lives: readonly Life[], steps: number): Float64Array {
  const cores = new Float64Array(steps * lives.length);
  for (const [pod, { job, from, until }] of lives.entries()) {
    for (let step = from; step < until; step++) {
      cores[step * lives.length + pod] = (job.permille[step - from]! / 1000) * job.cores;
    }
  }
  return cores;
}
