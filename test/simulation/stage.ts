/** A pod as both worlds tell it. */
export interface StagePod {
  readonly name: string;
  readonly uid: string;
  /** Empty until it is placed. */
  readonly node: string;
  readonly isReady: boolean;
  readonly isEnding: boolean;
  readonly isOwned: boolean;
}

/** Nodes of 4, 8 and 16 cores on which a Deployment `web` lives: the simulator's, or the real control plane's. */
export interface Stage {
  /** Waits until all replicas are ready. */
  deploy(web: { readonly replicas: number; readonly cpu: string; readonly nodes: number }): Promise<void>;
  /** A budget over `web` that the disruption controller has looked at. */
  budget(minAvailable: number): Promise<void>;
  pods(): Promise<readonly StagePod[]>;
  /** The code of the answer, and the cause that a refusal names. */
  evict(pod: StagePod, uid?: string): Promise<string>;
  cordon(node: string): Promise<void>;
  /** The pod is to go first when there is one too many. */
  makeCheapest(pod: StagePod): Promise<void>;
  /** A copy of the pod on another node, which the ReplicaSet does not see yet. */
  copy(pod: StagePod, name: string): Promise<void>;
  /** The copy carries the ReplicaSet's labels from now on. */
  offer(name: string): Promise<void>;
  /** Waits until the pods are so. */
  until(what: string, are: (pods: readonly StagePod[]) => boolean): Promise<readonly StagePod[]>;
  /** Waits until everything that has happened has been told. */
  settle(): Promise<void>;
  /** How a pod stood before and after a change; called as it happens. */
  onChange(listener: (before: StagePod | undefined, after: StagePod | undefined) => void): void;
}

/** From bound to running, from there to ready, and from told to go to gone: the same on both stages. */
export const stageTimes = { startMs: 400, readyMs: 400, terminationMs: 2500 } as const;
