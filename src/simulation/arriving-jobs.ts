import type { SurfJob } from './replay/traces/surf-week.ts';
import type { WorkloadSpec } from './world/world-spec.ts';

export interface ArrivalsAsk {
  readonly jobs: readonly SurfJob[];
  /** Of so many, evenly taken: 0..1. */
  readonly share: number;
  /** What every job has: its name is what theirs begin with. */
  readonly each: WorkloadSpec;
  /** Cores that a job uses where it used all of its own. */
  readonly cores: number;
  readonly lastsMs: number;
  readonly steps: number;
  /** The number of the first course. */
  readonly firstCourse: number;
}

export interface ArrivingJobs {
  readonly arrivals: readonly { readonly afterMs: number; readonly workload: WorkloadSpec }[];
  /** A course a job, from its start on, in cores by step. */
  readonly rows: readonly (readonly number[])[];
}

/**
 * Recorded jobs, each as a Job that is created when it was submitted: its pod runs as long as that did, from whenever it
 * has found a node, and uses the same share of its cores; one that is evicted begins anew.
 */
export function arrivingJobs({ jobs, share, each, cores, lastsMs, steps, firstCourse }: ArrivalsAsk): ArrivingJobs {
  const taken = jobs.filter((job, number) => {
    const isTaken = Math.floor((number + 1) * share) > Math.floor(number * share);
    return isTaken && job.durationSeconds > 0 && job.permille.length > 0 && 1000 * job.submittedAtSeconds < lastsMs;
  });
  return {
    arrivals: taken.map(({ submittedAtSeconds, durationSeconds }, number) => {
      const { name } = each.life;
      const life = {
        ...each.life,
        name: `${name}-${number + 1}`,
        courses: [firstCourse + number],
        runsForMs: 1000 * durationSeconds,
        beginsAnew: true,
      };
      return { afterMs: 1000 * submittedAtSeconds, workload: { ...each, replicas: 1, keptForMs: 0, life } };
    }),
    rows: taken.map(({ permille }) =>
      Array.from({ length: steps }, (_, step) => (cores * permille[Math.min(step, permille.length - 1)]!) / 1000),
    ),
  };
}
