import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { RefusalCode } from '../judgement.ts';
import type { ProfileArgs, WorldObjects } from '../world.ts';
import type { Dialect } from './dialect.ts';

/** One pod and everything it is judged by. */
export interface Probe {
  readonly pod: Pod;
  readonly objects: WorldObjects;
  readonly dialect: Dialect;
  readonly args: ProfileArgs;
}

export interface No {
  readonly code: RefusalCode;
  readonly reasons: readonly string[];
}

/** Nothing said is a yes; `unknown` is what is not modelled. */
export type Answer = No | 'unknown' | undefined;

/** `nominated` are the pods that are counted as if they ran on the node already. */
export type JudgeNode = (node: Node, nominated: readonly Pod[]) => Answer;

/** What a plugin says before any node is looked at. */
export type FilterPlan =
  | { readonly kind: 'skip' }
  | ({ readonly kind: 'refuses' } & No)
  | { readonly kind: 'judges'; readonly judge: JudgeNode; readonly only?: ReadonlySet<string> };

export type ScorePlan =
  | { readonly kind: 'skip' }
  | { readonly kind: 'fails'; readonly why: string }
  | {
      readonly kind: 'scores';
      readonly score: (node: Node) => number;
      /** Scores in the order of the nodes. */
      readonly normalise?: (scores: readonly number[]) => readonly number[];
    };

/** One of kube-scheduler's plugins, under its name. Nothing is remembered from one probe to the next. */
export interface NaivePlugin {
  readonly name: string;
  readonly planFilter?: (probe: Probe) => FilterPlan;
  /** `feasible` are the nodes that fit. */
  readonly planScore?: (probe: Probe, feasible: readonly Node[]) => ScorePlan;
}

export const skip: { readonly kind: 'skip' } = { kind: 'skip' };

/** Preemption may help. */
export function unschedulable(...reasons: readonly string[]): No {
  return { code: 'Unschedulable', reasons };
}

/** Preemption cannot help. */
export function unresolvable(...reasons: readonly string[]): No {
  return { code: 'UnschedulableAndUnresolvable', reasons };
}

export function failure(reason: string): No {
  return { code: 'Error', reasons: [reason] };
}
