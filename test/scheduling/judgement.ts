import type { World } from './world.ts';

/** kube-scheduler's words for how a refusal is meant; only `Unschedulable` may be helped by preemption. */
export type RefusalCode = 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Error';

/** Who refused, how, and in which words: one reason or, where a plugin gives several, all of them in its order. */
export interface Refusal {
  /** By kube-scheduler's name; empty for a node outside the nodes that PreFilters left. */
  readonly plugin: string;
  readonly code: RefusalCode;
  readonly reasons: readonly string[];
}

/** What one node says to one pod: the first plugin that refuses, in the order filters run, ends it. */
export type NodeVerdict =
  | { readonly kind: 'fits' }
  | ({ readonly kind: 'rejected' } & Refusal)
  /** Not modelled, with the reason. The real scheduler never says so. */
  | { readonly kind: 'unknown'; readonly why: string };

/** By node name. */
export type NodeScores = Readonly<Record<string, number>>;

/** One score plugin over the nodes that fit. */
export interface PluginScores {
  /** Before normalising; an engine need not tell. */
  readonly raw?: NodeScores;
  /** After normalising, 0 to 100, before the plugin's weight. */
  readonly normalised: NodeScores;
}

/** The whole answer for one pod, as neutral facts that any engine can yield. */
export interface Judgement {
  /** Set where the pod is refused before any node is looked at; `nodes` is then empty. */
  readonly preFilter?: Refusal;
  /** By node name: every node of the world. */
  readonly nodes: Readonly<Record<string, NodeVerdict>>;
  /** By plugin, absent ones skipped and worth 0. All of it absent where fewer than two nodes fit: nothing is scored then. */
  readonly scores?: Readonly<Record<string, PluginScores>>;
  /** Weighted sums, by node. */
  readonly totals?: NodeScores;
  /** What broke while scoring: the pod is then not placed, though nodes fit. Engines are compared by whether it is set. */
  readonly scoreError?: string;
  /** The FailedScheduling text up to its full stop, without what preemption adds; set where no node fits and nothing is an Error. */
  readonly message?: string;
}

/** Any engine: one judgement for each probe of the world, in order. */
export type Judge = (world: World) => readonly Judgement[];
