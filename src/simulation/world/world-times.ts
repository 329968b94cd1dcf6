/** How long things take in a world, in milliseconds. */
export interface WorldTimes {
  /** From a change to a controller's looking at it. */
  readonly controllerMs: number;
  /** From a pod's waiting to its being bound. */
  readonly schedulingMs: number;
  /** Pulling an image that the node does not have yet. */
  readonly pullMs: number;
  /** From being bound, with the image there, to running. */
  readonly startMs: number;
  /** From running to ready. */
  readonly readyMs: number;
  /** From being told to go to being gone, where the grace period allows it. */
  readonly terminationMs: number;
  /** From a node's falling silent to its being called not ready. */
  readonly nodeGraceMs: number;
  /** From there to its pods' being evicted by taint. */
  readonly tolerationMs: number;
  /** How far the kubelet's times may differ by chance, as a share. */
  readonly jitter: number;
}

/** As clusters mostly are; the last three are Kubernetes' own defaults. */
export const worldTimes: WorldTimes = {
  controllerMs: 20,
  schedulingMs: 30,
  pullMs: 8000,
  startMs: 1500,
  readyMs: 5000,
  terminationMs: 3000,
  jitter: 0.2,
  nodeGraceMs: 50_000,
  tolerationMs: 300_000,
};
