import { hashOfText } from '#base/hash.ts';
import { type ArrivingJobs, arrivingJobs } from '#simulation/arriving-jobs.ts';
import { recordedCourses, type TraceName, type TraceRows } from '#simulation/recorded-courses.ts';
import type { SurfJob } from '#simulation/replay/traces/surf-week.ts';
import { syntheticCourse } from '#simulation/synthetic-courses.ts';
import { noApiFaults } from '#simulation/world/edges/api-faults.ts';
import type { Courses } from '#simulation/world/nodes/courses.ts';
import { amountOf } from '#simulation/world/objects/pod-sizes.ts';
import { metricsPipeline } from '#simulation/world/nodes/scrapes.ts';
import { worldTimes } from '#simulation/world/world-times.ts';
import type { NodeSpec, WorkloadSpec, WorldDeed, WorldSpec } from '#simulation/world/world-spec.ts';
import { simulateFault } from './faults.ts';
import type { WorldFile, WrittenEvent, WrittenWorkload } from './world-file.ts';

const STEP_MS = 300_000;
const DAY_MS = 86_400_000;

/** Recorded load that a world follows, read when it is asked for. */
export interface WorldTraces {
  readonly jobs: () => readonly SurfJob[];
  readonly rows: (trace: TraceName) => TraceRows;
}

/** The world that a file describes. A seed given apart outvotes the file's. */
export function worldOfFile(file: WorldFile, traces: WorldTraces, seed: number = file.seed): WorldSpec {
  const nodes = file.nodes.flatMap((group) => nodesOf(group));
  const { workloads, courses, arrivals } = workloadsOf(file, traces, seed);
  return {
    seed,
    startsAt: Date.UTC(2030, 0, 1),
    nodes,
    workloads,
    courses,
    scheduler: file.scheduler,
    times: { ...worldTimes, ...timesOf(file) },
    pipeline: { ...metricsPipeline, ...pipelineOf(file) },
    faults: { ...noApiFaults, ...faultsOf(file) },
    watchLagMs: file.watchLag,
    deeds: [
      ...arrivals.map(({ afterMs, workload }): WorldDeed => ({ afterMs, deed: 'create', create: workload })),
      ...file.events.map((event, place) => deedOf(event, place, { nodes, workloads })),
    ],
  };
}

function nodesOf({ name, count, cpu: cpuCores, memory: memoryBytes, labels }: WorldFile['nodes'][number]): NodeSpec[] {
  return Array.from({ length: count }, (_, number) => ({
    name: `${name}${number + 1}`,
    cpuCores,
    memoryBytes,
    labels,
  }));
}

interface WorldLoad {
  /** Those that are there from the beginning. */
  readonly workloads: readonly WorkloadSpec[];
  readonly arrivals: ArrivingJobs['arrivals'];
  readonly courses: Courses;
}

function workloadsOf({ workloads, lasts }: WorldFile, traces: WorldTraces, seed: number): WorldLoad {
  const steps = { count: Math.max(1, Math.ceil(lasts / STEP_MS)), perDay: DAY_MS / STEP_MS };
  const rows: (readonly number[])[] = [];
  const specs: WorkloadSpec[] = [];
  const arrivals: ArrivingJobs['arrivals'][number][] = [];
  for (const written of workloads) {
    const { replicas, autoscale, load, arrivals: coming } = written;
    if (coming !== undefined) {
      const jobs = arrivingJobs({
        jobs: traces.jobs(),
        share: coming.share,
        each: specOf(written, []),
        cores: amountOf(written.limits, 'cpu', JOB_CORES),
        lastsMs: lasts,
        steps: steps.count,
        firstCourse: rows.length,
      });
      arrivals.push(...jobs.arrivals);
      rows.push(...jobs.rows);
      continue;
    }
    // with an autoscaler, as many follow as there may ever be
    const followers = load === undefined ? 0 : Math.max(replicas, autoscale?.max ?? 0);
    const firstCourse = rows.length;
    if (load !== undefined) rows.push(...coursesOf({ workload: written.name, load, followers, steps, traces, seed }));
    specs.push(
      specOf(
        written,
        Array.from({ length: followers }, (_, replica) => firstCourse + replica),
      ),
    );
  }
  return { workloads: specs, arrivals, courses: tableOf(rows, steps.count) };
}

interface CoursesAsk {
  readonly workload: string;
  readonly load: NonNullable<WrittenWorkload['load']>;
  readonly followers: number;
  readonly steps: { readonly count: number; readonly perDay: number };
  readonly traces: WorldTraces;
  readonly seed: number;
}

function coursesOf({ workload, load, followers, steps, traces, seed }: CoursesAsk): number[][] {
  const { trace, cores } = load;
  if (trace !== undefined)
    return recordedCourses(trace, traces.rows(trace), followers, { cores, steps: steps.count, workload, seed });
  return Array.from({ length: followers }, (_, replica) =>
    syntheticCourse(load, steps, seed + hashOfText(`${workload}/${replica}`)),
  );
}

/** What the recorded jobs had, each. */
const JOB_CORES = 16;

function specOf(written: WrittenWorkload, courses: readonly number[]): WorkloadSpec {
  const { kind, namespace, replicas, requests, limits, budget, autoscale } = written;
  return {
    kind,
    namespace,
    replicas,
    requests,
    limits,
    life: lifeOf(written, courses),
    ...(budget === undefined ? {} : { budget }),
    ...(autoscale === undefined ? {} : { autoscale: autoscaleOf(autoscale) }),
  };
}

const autoscaleOf = ({ min, max, targetCPU }: NonNullable<WrittenWorkload['autoscale']>) => ({
  minReplicas: min,
  maxReplicas: max,
  targetCpuPercent: targetCPU,
});

function lifeOf({ name, memory, startUp, runsFor }: WrittenWorkload, courses: readonly number[]): WorkloadSpec['life'] {
  return {
    name,
    courses,
    memoryBytes: memory?.holds ?? 0,
    leakBytesPerHour: memory?.leaksPerHour ?? 0,
    startUpCores: startUp?.cores ?? 0,
    startUpMs: startUp?.for ?? 0,
    ...(runsFor === undefined ? {} : { runsForMs: runsFor }),
  };
}

function tableOf(rows: readonly (readonly number[])[], steps: number): Courses {
  const cores = new Float64Array(steps * rows.length);
  for (const [course, row] of rows.entries())
    for (const [step, value] of row.entries()) cores[step * rows.length + course] = value;
  return { count: rows.length, stepMs: STEP_MS, steps, cores };
}

function timesOf({ times: { pull, start, ready, termination, jitter } }: WorldFile): Partial<WorldSpec['times']> {
  return given({ pullMs: pull, startMs: start, readyMs: ready, terminationMs: termination, jitter });
}

function pipelineOf({
  metrics: { scrapeInterval, window, lag, loss, skew },
}: WorldFile): Partial<WorldSpec['pipeline']> {
  return given({ scrapeMs: scrapeInterval, windowMs: window, lagMs: lag, loss, skewMs: skew });
}

function faultsOf({ faults: { throttled, failing, timingOut, latency } }: WorldFile): Partial<WorldSpec['faults']> {
  return given({ throttled, failing, timingOut, latencyMs: latency });
}

type Given<Options> = { [Key in keyof Options]?: Exclude<Options[Key], undefined> };

/** Without what was not said, so that defaults stand. */
function given<Options extends object>(options: Options): Given<Options> {
  const said: Given<Options> = {};
  for (const key in options) {
    const value = options[key];
    if (isSaid(value)) said[key] = value;
  }
  return said;
}

const isSaid = <Value>(value: Value): value is Exclude<Value, undefined> => value !== undefined;

function deedOf(
  { at: afterMs, ...event }: WrittenEvent,
  place: number,
  { nodes, workloads }: Pick<WorldSpec, 'nodes' | 'workloads'>,
): WorldDeed {
  if ('node' in event) {
    if (!nodes.some(({ name }) => name === event.node)) throw unknown(place, 'node', event.node);
    return { afterMs, deed: event.do, node: event.node };
  }
  if (!('workload' in event)) return { afterMs, deed: event.do };
  const { workload } = event;
  if (!workloads.some(({ life }) => life.name === workload)) throw unknown(place, 'workload', workload);
  if (event.do === 'scale') return { afterMs, deed: event.do, workload, replicas: event.replicas };
  return { afterMs, deed: event.do, workload };
}

function unknown(place: number, what: 'node' | 'workload', name: string): Error {
  return simulateFault('simulate/unknown-name', `events.${place}: there is no ${what} ${name}`);
}
