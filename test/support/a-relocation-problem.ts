import type { RelocationProblem, ResourceColumns } from '#decisions/rescheduling/relocations/relocation-problem.ts';
import { BLOCKS } from '#load/forecast/forecast-options.ts';
import type { Outlook } from '#load/forecast/outlook.ts';

export interface ProblemNode {
  readonly name: string;
  readonly cores: number;
  readonly memory?: number;
  readonly isHot?: boolean;
  /** The last passes in which the forecast said it would be hot, a bit each. */
  readonly foretold?: number;
  readonly mayReceive?: boolean;
  /** A pod left it lately. */
  readonly wasRelieved?: boolean;
  /** Cores used by what is no pod of the problem. */
  readonly otherCores?: number;
}

export interface ProblemPod {
  readonly name: string;
  readonly on: string;
  /** Cores used, the same all day or hour by hour from now on. */
  readonly uses: number | readonly number[];
  /** Standard deviation of the use, in cores. */
  readonly noise?: number;
  /** Standard deviation of its level, in cores. */
  readonly wanders?: number;
  /** How far it was off its level in the first blocks of the week, in cores. */
  readonly residuals?: readonly number[];
  /** Cores beyond its use in the first five minutes wherever it goes. */
  readonly startUp?: number;
  readonly requests?: number;
  readonly memory?: number;
  readonly owner?: string;
  readonly isMovable?: boolean;
  readonly isResting?: boolean;
  readonly dearness?: number;
  readonly leftLately?: readonly string[];
  /** Nodes it may go to; all when absent. */
  readonly feasible?: readonly string[];
}

export interface ProblemLimits {
  readonly moves?: number;
  readonly perOwner?: number;
  readonly perNode?: number;
  readonly inFlightOfOwner?: Readonly<Record<string, number>>;
  readonly inFlightOfNode?: Readonly<Record<string, number>>;
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);

/** A problem with its names: rows are in the order of names, whatever the order given. */
export interface NamedProblem {
  readonly problem: RelocationProblem;
  readonly nodes: readonly ProblemNode[];
  readonly pods: readonly ProblemPod[];
}

/** Everything that is not said is plentiful, known for long, and allowed. Scales are 10 cores. */
export function aProblem(
  nodeList: readonly ProblemNode[],
  podList: readonly ProblemPod[],
  limits: ProblemLimits = {},
): NamedProblem {
  const nodes = nodeList.toSorted(byName);
  const pods = podList.toSorted(byName);
  const rowOf = new Map(nodes.map(({ name }, row) => [name, row]));
  const owners = [...new Set(pods.map((pod) => pod.owner ?? pod.name))].toSorted();
  const owner = Int32Array.from(pods, (pod) => owners.indexOf(pod.owner ?? pod.name));
  const cpu = {
    capacity: nodes.map(({ cores }) => cores),
    use: pods.map(hoursOf),
    request: pods.map((pod) => pod.requests ?? 0),
  };
  const withMemory = nodes.some(({ memory }) => memory !== undefined);
  const memory = {
    capacity: nodes.map((node) => node.memory ?? 1000),
    use: pods.map((pod) => [pod.memory ?? 0]),
    request: pods.map(() => 0),
  };
  const problem: RelocationProblem = {
    now: 0,
    nodes: {
      count: nodes.length,
      isHot: Uint8Array.from(nodes, (node) => Number(node.isHot ?? false)),
      foretold: Uint8Array.from(nodes, (node) => node.foretold ?? 0b1111),
      mayReceive: Uint8Array.from(nodes, (node) => Number(node.mayReceive ?? true)),
    },
    pods: {
      count: pods.length,
      node: Int32Array.from(pods, ({ on }) => rowOf.get(on) ?? -1),
      owner,
      isMovable: (pod) => pods[pod]!.isMovable ?? true,
    },
    resources: [
      {
        ...resource('cpu', cpu, pods),
        otherUse: Float64Array.from(nodes, (node) => node.otherCores ?? 0),
      },
      ...(withMemory ? [resource('memory', memory, pods)] : []),
    ],
    isFeasible: (pod, node) => pods[pod]!.feasible?.includes(nodes[node]!.name) ?? true,
    memory: {
      dearness: (pod) => pods[pod]!.dearness ?? 1,
      isResting: (pod) => pods[pod]!.isResting ?? false,
      leftLately: (pod, node) => pods[pod]!.leftLately?.includes(nodes[node]!.name) ?? false,
      wasRelieved: (node) => nodes[node]!.wasRelieved ?? false,
    },
    budgets: {
      moves: limits.moves ?? 100,
      perOwner: limits.perOwner ?? 100,
      perNode: limits.perNode ?? 100,
      inFlightOfOwner: (row) => limits.inFlightOfOwner?.[owners[row]!] ?? 0,
      inFlightOfNode: (row) => limits.inFlightOfNode?.[nodes[row]!.name] ?? 0,
    },
  };
  return { problem, nodes, pods };

  function resource(
    name: string,
    { capacity, use, request }: { capacity: number[]; use: (readonly number[])[]; request: number[] },
    all: readonly ProblemPod[],
  ): ResourceColumns {
    return {
      name,
      capacity: Float64Array.from(capacity),
      allocatable: Float64Array.from(capacity),
      line: 0.8,
      request: Float64Array.from(request),
      outlook: outlookOf(use, name === 'cpu' ? all : all.map(() => ({}))),
      row: Int32Array.from(all.keys()),
    };
  }
}

const SCALE = 10;
const DAY_MINUTES = 24 * 60;
const LONG_AGO = 365 * DAY_MINUTES * 60_000;

const hoursOf = ({ uses }: ProblemPod): readonly number[] => (typeof uses === 'number' ? [uses] : uses);

type Unsteadiness = Pick<ProblemPod, 'noise' | 'wanders' | 'residuals' | 'startUp'>;

/** Every pod an owner of its own to the forecast, known exactly but for its unsteadiness. */
function outlookOf(use: readonly (readonly number[])[], pods: readonly Unsteadiness[]): Outlook {
  const slots = Math.max(1, ...use.map((hours) => hours.length));
  const scale = Math.max(SCALE, ...use.flat());
  const variance = (deviation = 0): number => (deviation / scale) ** 2;
  const residual = new Float64Array(use.length * BLOCKS);
  for (const [pod, { residuals = [] }] of pods.entries()) {
    residual.set(
      residuals.map((cores) => cores / scale),
      pod * BLOCKS,
    );
  }
  return {
    slotMinutes: new Float64Array(slots).fill(DAY_MINUTES / slots),
    ownerMean: Float64Array.from(
      use.flatMap((hours) => Array.from({ length: slots }, (_, slot) => (hours[slot] ?? hours[0]!) / scale)),
    ),
    ownerVariance: Float64Array.from(pods.flatMap(({ wanders }) => Array(slots).fill(variance(wanders)))),
    startUp: Float64Array.from(pods, ({ startUp = 0 }) => startUp / scale),
    startMinutes: 5,
    residual,
    blocks: BLOCKS,
    owner: Int32Array.from(use.keys()),
    offset: new Float64Array(use.length),
    variance: Float64Array.from(pods, ({ noise }) => variance(noise)),
    skew: new Float64Array(use.length),
    scale: new Float64Array(use.length).fill(scale),
    learntMs: LONG_AGO,
  };
}
