import { createHash } from 'node:crypto';
import { courseOf, type Playing } from '../../test/hollow-load/course.ts';
import { systemShare } from '../../test/hollow-load/node-load.ts';
import { recordedTraces, type TraceName } from '../../test/hollow-load/recorded-traces.ts';
import { type HollowNodeSpec, hollowNodes } from '../../test/hollow-nodes/node-spec.ts';

/** A Deployment of pods that are all alike, and where they are when everything begins. */
export interface Workload {
  readonly name: string;
  /** Names of nodes, one a replica. */
  readonly startsOn: readonly string[];
}

/** What every run begins with. */
export interface Scene {
  readonly seed: string;
  readonly traces: TraceName;
  readonly nodes: readonly HollowNodeSpec[];
  readonly workloads: readonly Workload[];
  /** What every pod asks for; and its limits, which it uses at its trace's highest level. */
  readonly resources: {
    readonly requests: { readonly cpu: string; readonly memory: string };
    readonly limits: { readonly cpu: string; readonly memory: string };
  };
}

const NODES = 20;
const CORES = 8;
const WORKLOADS = 40;
const FEWEST_REPLICAS = 2;
const MOST_REPLICAS = 6;
/** Of all cores, what is in use on average over all traces: limits are such that it is this much. */
const MEAN_USE = 0.55;

/** Follows from the seed alone. Pods are spread by what they ask for, replicas apart: as kube-scheduler's defaults would. */
export function sceneOf(seed: string): Scene {
  const chance = (of: string): number =>
    createHash('sha256').update(`${seed}/${of}`).digest().readUInt32LE(0) / 2 ** 32;
  const nodes = hollowNodes(NODES, 'node', { cpu: `${CORES}`, memory: '32Gi', instanceType: 'general-8' });
  const names = Array.from({ length: WORKLOADS }, (_, number) => `app-${String(number).padStart(2, '0')}`);
  const pods = names.flatMap((name) => {
    const replicas = FEWEST_REPLICAS + Math.floor((MOST_REPLICAS - FEWEST_REPLICAS + 1) * chance(name));
    return Array.from({ length: replicas }, (_, replica) => ({ name, turn: chance(`${name}/${replica}`) }));
  });
  const on = new Map(nodes.map(({ name }): [string, string[]] => [name, []]));
  for (const { name } of pods.toSorted((a, b) => a.turn - b.turn)) {
    const free = [...on].filter(([, residents]) => !residents.includes(name));
    const fewest = Math.min(...free.map(([, residents]) => residents.length));
    const best = free.filter(([, residents]) => residents.length === fewest);
    best[Math.floor(best.length * chance(`${name}/${best.length}`))]![1].push(name);
  }
  const startsOn = (name: string): string[] =>
    [...on].filter(([, those]) => those.includes(name)).map(([node]) => node);
  const workloads = names.map((name) => ({ name, startsOn: startsOn(name) }));
  const traces = 'planetlab';
  const limits = {
    cpu: coresForMeanUse(workloads, { traces: recordedTraces(traces), seed }).toFixed(1),
    memory: '1Gi',
  };
  return { seed, traces, nodes, workloads, resources: { requests: { cpu: '500m', memory: '512Mi' }, limits } };
}

/** What a pod must use at its trace's highest level. */
function coresForMeanUse(workloads: readonly Workload[], playing: Pick<Playing, 'traces' | 'seed'>): number {
  const levels = workloads.map(({ name, startsOn }) => startsOn.length * meanOf(courseOf(playing, name).levels));
  return ((MEAN_USE - systemShare.cpu) * NODES * CORES) / levels.reduce((sum, level) => sum + level, 0);
}

const meanOf = (levels: Float32Array): number => levels.reduce((sum, level) => sum + level, 0) / levels.length;
