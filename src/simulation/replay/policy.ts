/** A cluster and its pods, as a policy knows them beforehand: everything but their use. */
export interface ReplayCluster {
  readonly nodes: number;
  /** Cores, by node. */
  readonly capacity: Float64Array;
  readonly pods: number;
  /** Cores, by pod. */
  readonly limit: Float64Array;
  /** Cores, by pod. */
  readonly request: Float64Array;
  /** The owner of each pod: replicas of one service share a number, counted from 0. */
  readonly owner: Int32Array;
  /** The node that a pod is bound to, by pod; `ABSENT` where it may be anywhere. Absent: nobody is bound. */
  readonly pinned?: Int32Array;
  /** Minutes between two samples, and so between two decisions. */
  readonly stepMinutes: number;
  /** What was recorded before the first step, where there is such a record. */
  readonly history?: UseTable;
}

/** Use in cores, one row a step: the pods of step `t` stand at `t * pods` and after. */
export interface UseTable {
  readonly steps: number;
  readonly cores: Float64Array;
}

/** An eviction and where the pod goes. Going to the node it is on counts as an eviction too. */
export interface Move {
  readonly pod: number;
  readonly to: number;
}

/** Two pods that change places: two evictions. Room by requests is judged after the exchange. */
export interface Swap {
  readonly pod: number;
  readonly with: number;
}

/** Applied in order; the first that has no room by requests ends the replay with a fault. */
export type Relocation = Move | Swap;

/** Where pods are not: before they arrive and after they are gone. */
export const ABSENT = -1;

/** Whether a policy may move a pod. */
export const isPinned = ({ pinned }: ReplayCluster, pod: number): boolean =>
  pinned !== undefined && pinned[pod] !== ABSENT;

/** What a policy does in one replay. It may remember; the arrays it is handed are lent for the call. */
export interface ReplayDecider {
  /**
   * Called once a step but the last, with the use in cores of every pod at this step (0 where absent) and the node of
   * every pod (`ABSENT` where there is none). What it returns is in force from the next step on.
   */
  decide(step: number, use: Float64Array, placement: Int32Array): readonly Relocation[];
  /**
   * The node of a pod that arrives at `step`, before the step is measured; called in pod order. Without it, pods go where
   * the requests of the least sum are.
   */
  place?(step: number, pod: number, placement: Int32Array): number;
}

/** A way to place and move pods by what has been seen so far: the seam where planners are compared. */
export interface ReplayPolicy {
  readonly name: string;
  begin(cluster: ReplayCluster): ReplayDecider;
}
