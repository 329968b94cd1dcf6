/** How much CPU is wanted over time: one column a course, one row a step, in cores. It begins anew once it is over. */
export interface Courses {
  readonly count: number;
  readonly stepMs: number;
  readonly steps: number;
  /** Course `c` at step `t` stands at `t * count + c`. */
  readonly cores: Float64Array;
}

export const noCourses: Courses = { count: 0, stepMs: 300_000, steps: 1, cores: new Float64Array(0) };

export function coresAt({ count, steps, cores }: Courses, step: number, course: number): number {
  return cores[(step % steps) * count + course]!;
}
