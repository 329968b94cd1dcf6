import type { ReplayCluster, UseTable } from '#simulation/replay/policy.ts';

/** Recorded load on a cluster, and where its pods begin: what policies are compared on. */
export interface ReplayInstance {
  readonly name: string;
  readonly cluster: ReplayCluster;
  readonly use: UseTable;
  /** The node of each pod at step 0; `ABSENT` for pods that arrive later. */
  readonly start: Int32Array;
  /** For clusters with arrivals and departures: the steps each pod is there, the last not included. */
  readonly life?: { readonly from: Int32Array; readonly until: Int32Array };
  /** The first step whose overload is counted; 0 but for placement alone. */
  readonly countFrom?: number;
}
