/** A node's size. A field the node does not say is NaN. */
export interface NodeSize {
  readonly cpuCores: number;
  readonly memoryBytes: number;
}

/** What load needs to know of a node that exists now. */
export interface LiveNode {
  readonly name: string;
  readonly uid: string;
  /** Every address of `status.addresses`, of any type: IPs, hostnames, DNS names. */
  readonly addresses: readonly string[];
  readonly ready: boolean;
  readonly capacity: NodeSize;
  readonly allocatable: NodeSize;
}
