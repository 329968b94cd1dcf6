import { isFinished, type PodMigration, type WorkloadRef } from '#api/pod-migration.ts';
import type { MigrationPlan } from '#decisions/rescheduling/plan/migration-plan.ts';
import { knownMoves } from '#decisions/rescheduling/guards/known-moves.ts';
import { instantText } from '#load/instant.ts';
import { fateText, standingText } from '#views/plan/fate-words.ts';
import { heatOfNode, type HeatOfNode } from './heat-of-node.ts';
import { heldBy, type HeldBy, type HouseInput, type SpentBudget, spentBudgets } from './house-gates.ts';

/** What the newest plan says of a pod. */
export type PodInPlan =
  | { readonly kind: 'moves'; readonly to: string; readonly reason: string }
  | { readonly kind: 'stays'; readonly reason: string; readonly freedBy: string | null }
  | { readonly kind: 'unknown'; readonly reason: string };

/** What the rescheduler would make of a pod now, gate by gate: plain values, ready to be JSON. */
export interface PodRescheduling {
  readonly plan: PodInPlan;
  readonly node: readonly HeatOfNode[];
  readonly held: HeldBy;
  readonly budgets: readonly SpentBudget[];
  /** Moves of its workload within two days, and until when (RFC 3339) the pod is left alone for them, or for its own. */
  readonly memory: { readonly moves: number; readonly inVain: number; readonly restsUntil: string | null };
  /** The migration that is about this very pod and has not ended. */
  readonly underWay: { readonly name: string; readonly phase: string; readonly because: string } | null;
}

/** A pod on a node, and its topmost owner. */
export interface SubjectPod {
  readonly uid: string;
  readonly name: string;
  readonly node: string;
  readonly workload: WorkloadRef;
}

/** Every gate of rescheduling for one pod, with the numbers used. */
export function podRescheduling(pod: SubjectPod, house: HouseInput): PodRescheduling {
  const { now, migrations, seen } = house;
  const known = knownMoves(migrations, now);
  const rest = known.restOf(pod, pod.workload);
  const memory = known.memory.of(pod.workload, pod.name);
  return {
    plan: 'plan' in seen ? inPlan(pod, seen.plan) : { kind: 'unknown', reason: seen.why },
    node: 'plan' in seen ? heatOfNode(pod.node, seen.load) : [],
    held: heldBy(house),
    budgets: spentBudgets(house, pod),
    memory: {
      moves: memory?.moves ?? 0,
      inVain: memory?.inVain ?? 0,
      restsUntil: rest === undefined ? null : instantText(rest.until),
    },
    underWay: underWay(migrations.find(({ spec, status }) => spec.podRef.uid === pod.uid && !isFinished({ status }))),
  };
}

function underWay(open: PodMigration | undefined): PodRescheduling['underWay'] {
  if (open === undefined) return null;
  const { metadata, spec, status } = open;
  const because = status?.history?.at(-1)?.message ?? spec.reason;
  return { name: metadata.name, phase: status?.phase ?? 'Proposed', because };
}

function inPlan({ uid, node }: SubjectPod, plan: MigrationPlan): PodInPlan {
  const move = plan.moves.find(({ pod }) => pod.uid === uid);
  if (move !== undefined) return { kind: 'moves', to: move.to, reason: move.reason };
  if (plan.unseen.includes(node)) return stays(`the load of ${node} is not known`);
  const fate = plan.nodes.find((each) => each.node === node);
  if (fate === undefined) return stays(`${node} is neither hot nor foretold to be`);
  const stay = fate.stays.find(({ pod }) => pod.uid === uid);
  if (stay !== undefined) return stays(stay.reason, stay.freedBy);
  return stays(`${node} is ${standingText(fate)}: ${fateText(fate)}`);
}

function stays(reason: string, freedBy?: string): PodInPlan {
  return { kind: 'stays', reason, freedBy: freedBy ?? null };
}
