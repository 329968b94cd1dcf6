import type { PodRun } from '../hollow-nodes/hollow-listener.ts';
import type { KubeObject } from '../support/kube-api.ts';
import { type Course, courseOf, levelAt, type Playing } from './course.ts';

/** CPU in cores, memory in bytes. */
export interface Use {
  readonly cpuCores: number;
  readonly memoryBytes: number;
}

export const nothing: Use = { cpuCores: 0, memoryBytes: 0 };

export const sumOf = (uses: readonly Use[]): Use => ({
  cpuCores: uses.reduce((sum, { cpuCores }) => sum + cpuCores, 0),
  memoryBytes: uses.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
});

/** What somebody would use if they were let. */
export type Demand =
  | { readonly kind: 'recorded'; readonly nominal: Use; readonly course: Course }
  /** Driven by hand. */
  | { readonly kind: 'fixed'; readonly use: Use };

/** At a level of 0 a pod holds half of its nominal memory, at 1 nine tenths: memory follows work, with inertia. */
const memoryShare = (level: number): number => 0.5 + 0.4 * level;

/** Nobody idles to the last tick: metrics-server takes a container that never used any CPU for one it knows nothing of. */
const leastLevel = 0.002;

export function demandAt(demand: Demand, beat: number): Use {
  if (demand.kind === 'fixed') return demand.use;
  const level = Math.max(leastLevel, levelAt(demand.course, beat));
  const { cpuCores, memoryBytes } = demand.nominal;
  return { cpuCores: cpuCores * level, memoryBytes: memoryBytes * memoryShare(level) };
}

/** A pod's own name, in its namespace. */
export const ownName = ({ metadata }: KubeObject): string => `${metadata.namespace}/${metadata.name}`;

/** What a pod does by itself: it follows the trace of a name, and at its highest level uses all that it is nominally worth. */
export function recordedDemand({ pod }: PodRun, playing: Playing, nominal: Use, name: string = ownName(pod)): Demand {
  return { kind: 'recorded', nominal, course: courseOf(playing, name) };
}

/** A pod's limits, else what it asks for, else a tenth of a core and 64 MiB a container. */
export function limitsOrRequests(pod: KubeObject): Use {
  return sumOf(
    pod.spec.containers.map(({ resources = {} }: KubeObject) => ({
      cpuCores: quantity(resources.limits?.cpu ?? resources.requests?.cpu ?? '100m'),
      memoryBytes: quantity(resources.limits?.memory ?? resources.requests?.memory ?? '64Mi'),
    })),
  );
}

const suffixes: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
};

/** A quantity as tests write them: a number and one of the usual suffixes. */
export function quantity(text: string): number {
  const [, number, suffix] = /^([\d.]+)(\D*)$/.exec(text) ?? [];
  const factor = suffixes[suffix ?? '?'];
  if (factor === undefined) throw new TypeError(`${text}: not a quantity that a stand-in node understands`);
  return Number(number) * factor;
}
