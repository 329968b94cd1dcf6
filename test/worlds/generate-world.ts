import { rngOf, type Rng } from '#base/rng.ts';
import { syntheticCourse } from '#simulation/synthetic-courses.ts';
import { noApiFaults } from '#simulation/world/edges/api-faults.ts';
import type { Courses } from '#simulation/world/nodes/courses.ts';
import { metricsPipeline } from '#simulation/world/nodes/scrapes.ts';
import { worldTimes } from '#simulation/world/world-times.ts';
import type { NodeSpec, WorldSpec } from '#simulation/world/world-spec.ts';
import { between, chance, mostlySmall, oneOf } from './draw.ts';
import { drawDeeds } from './draw-deeds.ts';
import { drawWorkload, type DrawnWorkload } from './draw-workload.ts';
import type { WorldWish } from './world-wish.ts';

const GIB = 2 ** 30;
const STEP_MS = 300_000;
const HOUR_MS = 3_600_000;

/** A world of chance, and what is to be expected of it. */
export interface GeneratedWorld {
  readonly spec: WorldSpec;
  readonly lastsMs: number;
  /** What pods use never changes, and nothing befalls them: moves must come to an end. */
  readonly isSteady: boolean;
}

/** The same wish gives the same world. */
export function generateWorld(wish: WorldWish): GeneratedWorld {
  const rng = rngOf(wish.seed);
  const isSmall = wish.size === 'small';
  const wholeHours = isSmall ? 1.25 : mostlySmall(rng, 6, 48);
  const isSteady = chance(rng, 0.2);
  const nodes = drawNodes(rng, isSmall ? 3 : mostlySmall(rng, 5, 60));
  const podCount = isSmall ? between(rng, 6, 12) : between(rng, Math.max(20, 3 * nodes.length), 10 * nodes.length);
  const drawn = drawWorkloads(rng, { nodes, podCount, isSteady });
  const lastsMs = (wish.hours ?? wholeHours) * HOUR_MS;
  const parts = { nodes, workloads: drawn.map(({ spec }) => spec), lastsMs: wholeHours * HOUR_MS };
  const deeds = isSteady ? [] : drawDeeds(rng, parts);
  const chosen = wish.deeds === undefined ? deeds : deeds.filter((_, place) => wish.deeds!.includes(place));
  const troubled = drawTroubles(rng);
  const calm = { faults: noApiFaults, pipeline: metricsPipeline, watchLagMs: 50 };
  return {
    spec: {
      seed: wish.seed,
      startsAt: Date.UTC(2030, 0, 1) + between(rng, 0, 23) * HOUR_MS,
      nodes,
      workloads: parts.workloads,
      courses: coursesOf(drawn, wholeHours, wish.seed),
      scheduler: 'default',
      times: { ...worldTimes, pullMs: oneOf(rng, [0, 8000, 60_000]), readyMs: oneOf(rng, [1000, 5000, 60_000]) },
      ...(wish.isCalm === true ? calm : troubled),
      deeds: chosen,
    },
    lastsMs,
    isSteady,
  };
}

function drawNodes(rng: Rng, count: number): readonly NodeSpec[] {
  const sizes = chance(rng, 0.5) ? [oneOf(rng, [4, 8, 16])] : [4, 8, 16];
  return Array.from({ length: count }, (_, number) => {
    const cpuCores = oneOf(rng, sizes);
    return { name: `n${number + 1}`, cpuCores, memoryBytes: 4 * cpuCores * GIB, labels: {} };
  });
}

interface Draft {
  readonly nodes: readonly NodeSpec[];
  readonly podCount: number;
  readonly isSteady: boolean;
}

/** Workloads that all find room by their requests, and use their nodes to about a half, unevenly. */
function drawWorkloads(rng: Rng, { nodes, podCount, isSteady }: Draft): readonly DrawnWorkload[] {
  const cores = nodes.reduce((sum, { cpuCores }) => sum + cpuCores, 0);
  const requestCores = (cores * (0.4 + 0.3 * rng.float())) / podCount;
  const useCores = (cores * (0.35 + 0.25 * rng.float())) / podCount;
  const free = new Map(nodes.map(({ name, cpuCores }) => [name, cpuCores]));
  const drawn: DrawnWorkload[] = [];
  let left = podCount;
  let courses = 0;
  while (left > 0) {
    const workload = drawWorkload(rng, {
      number: drawn.length,
      most: left,
      firstCourse: courses,
      requestCores,
      useCores,
      isSteady,
      free,
    });
    drawn.push(workload);
    left -= workload.spec.replicas;
    courses += workload.loads.length;
  }
  return drawn;
}

function coursesOf(drawn: readonly DrawnWorkload[], hours: number, seed: number): Courses {
  const loads = drawn.flatMap((workload) => workload.loads);
  const steps = (hours * HOUR_MS) / STEP_MS;
  const rows = loads.map((load, course) =>
    syntheticCourse(load, { count: steps, perDay: 86_400_000 / STEP_MS }, seed + course),
  );
  const cores = new Float64Array(steps * rows.length);
  for (const [course, row] of rows.entries())
    for (const [step, value] of row.entries()) cores[step * rows.length + course] = value;
  return { count: rows.length, stepMs: STEP_MS, steps, cores };
}

function drawTroubles(rng: Rng): Pick<WorldSpec, 'faults' | 'pipeline' | 'watchLagMs'> {
  const share = (most: number): number => (chance(rng, 0.5) ? most * rng.float() : 0);
  return {
    faults: { throttled: share(0.15), failing: share(0.15), timingOut: share(0.1), latencyMs: between(rng, 2, 200) },
    pipeline: {
      scrapeMs: oneOf(rng, [15_000, 30_000]),
      windowMs: metricsPipeline.windowMs,
      lagMs: oneOf(rng, [0, 1000, 30_000]),
      loss: oneOf(rng, [0, 0, 0.05, 0.3]),
      skewMs: oneOf(rng, [0, 0, 5000, 25_000]),
    },
    watchLagMs: oneOf(rng, [0, 50, 50, 2000]),
  };
}
