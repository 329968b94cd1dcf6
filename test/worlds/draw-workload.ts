import type { Rng } from '#base/rng.ts';
import type { LoadShape } from '#simulation/synthetic-courses.ts';
import type { WorkloadKind, WorkloadSpec } from '#simulation/world/world-spec.ts';
import { between, chance, oneOf } from './draw.ts';

const MIB = 2 ** 20;

/** A workload, and how much each of the courses that it follows uses. */
export interface DrawnWorkload {
  readonly spec: WorkloadSpec;
  readonly loads: readonly LoadShape[];
}

export interface WorkloadDraft {
  readonly number: number;
  /** Replicas. */
  readonly most: number;
  readonly firstCourse: number;
  /** Of a pod, in the mean. */
  readonly requestCores: number;
  readonly useCores: number;
  readonly isSteady: boolean;
  /** Cores that nobody has asked for yet, by node. */
  readonly free: Map<string, number>;
}

const kinds: readonly WorkloadKind[] = [
  'Deployment',
  'Deployment',
  'Deployment',
  'Deployment',
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'StatefulSet',
  'Job',
];

/** A workload of chance; what runs already stands unevenly, wherever its requests find room. */
export function drawWorkload(rng: Rng, draft: WorkloadDraft): DrawnWorkload {
  const { number, most, firstCourse, isSteady } = draft;
  const kind = oneOf(rng, isSteady ? kinds.slice(0, -1) : kinds);
  const replicas = between(rng, 1, Math.min(most, oneOf(rng, [1, 3, 8])));
  const request = draft.requestCores * (0.4 + 1.2 * rng.float());
  const hasScaler = kind === 'Deployment' && !isSteady && chance(rng, 0.15);
  const load: LoadShape = {
    shape: isSteady ? 'steady' : oneOf(rng, ['steady', 'diurnal', 'bursty'] as const),
    cores: draft.useCores * (0.2 + 1.6 * rng.float() ** 2 * 1.5),
    swing: 0.2 + 0.6 * rng.float(),
    noise: isSteady ? 0 : 0.15 * rng.float(),
    peakAt: rng.float(),
  };
  const followers = hasScaler ? 2 * replicas : replicas;
  const requests = { cpu: `${Math.max(10, Math.round(1000 * request))}m`, memory: '128Mi' };
  const spec: WorkloadSpec = {
    kind,
    namespace: oneOf(rng, ['shop', 'bank']),
    replicas,
    requests,
    limits: {},
    life: {
      name: `w${number + 1}`,
      courses: Array.from({ length: followers }, (_, replica) => firstCourse + replica),
      memoryBytes: between(rng, 32, 512) * MIB,
      leakBytesPerHour: !isSteady && chance(rng, 0.05) ? between(rng, 10, 200) * MIB : 0,
      startUpCores: chance(rng, 0.1) ? load.cores : 0,
      startUpMs: 60_000,
      ...(kind === 'Job' ? { runsForMs: between(rng, 10, 120) * 60_000 } : {}),
    },
    ...(kind === 'Deployment' || kind === 'ReplicaSet' ? { startsOn: startsOn(rng, draft, replicas, request) } : {}),
    ...(kind === 'Deployment' && chance(rng, 0.05) ? { strategy: { type: 'Recreate' } as const } : {}),
    ...(kind !== 'Job' && chance(rng, 0.4) ? { budget: drawBudget(rng, replicas) } : {}),
    ...(hasScaler ? { autoscale: { minReplicas: 1, maxReplicas: 2 * replicas, targetCpuPercent: 70 } } : {}),
  };
  return { spec, loads: Array.from({ length: followers }, () => load) };
}

function drawBudget(rng: Rng, replicas: number): NonNullable<WorkloadSpec['budget']> {
  return oneOf(rng, [
    { maxUnavailable: 1 },
    { maxUnavailable: '50%' },
    { minAvailable: Math.max(0, replicas - 1) },
    { minAvailable: replicas },
    { maxUnavailable: 0 },
  ]);
}

/** Half go to the first nodes that have room, the others anywhere: so some nodes are hot. */
function startsOn(rng: Rng, { free }: WorkloadDraft, replicas: number, request: number): readonly string[] {
  const chosen: string[] = [];
  for (let replica = 0; replica < replicas; replica++) {
    const roomy = [...free].filter(([, cores]) => cores > request).map(([name]) => name);
    if (roomy.length === 0) break;
    const node = chance(rng, 0.5) ? roomy[0]! : oneOf(rng, roomy);
    free.set(node, free.get(node)! - request);
    chosen.push(node);
  }
  return chosen;
}
