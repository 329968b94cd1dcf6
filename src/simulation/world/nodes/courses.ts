/** How much CPU is wanted over time: one column a course, one row a step, in cores. It begins anew once it is over. */
export interface Courses {
  readonly count: number;
  readonly stepMs: number;
  readonly steps: number;
  /** Course `c` at step `t` stands at `t * count + c`. */
  readonly cores: Float64Array;
  /** Memory at the same place, in bytes; absent: workloads say what their pods hold. */
  readonly bytes?: Float64Array;
}

/** What a course wants at a step, in cores. */
export function coresAt({ count, steps, cores }: Courses, step: number, course: number): number {
  return cores[(step % steps) * count + course]!;
}

/** What a course holds at a step, in bytes; nothing where courses say nothing of memory. */
export function bytesAt({ count, steps, bytes }: Courses, step: number, course: number): number | undefined {
  return bytes?.[(step % steps) * count + course];
}
