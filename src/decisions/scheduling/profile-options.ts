import type { NodeAffinity, TopologySpreadConstraint } from '#api/kubernetes/affinity.ts';

export interface ScoringResource {
  readonly name: string;
  readonly weight: number;
}

/** A point of a line by pieces: utilisation 0..100, score 0..10. */
export interface ShapePoint {
  readonly utilization: number;
  readonly score: number;
}

/** How free or full a node should be; named as in kube-scheduler's NodeResourcesFitArgs. */
export type ScoringStrategy =
  | { readonly type: 'LeastAllocated' | 'MostAllocated'; readonly resources: readonly ScoringResource[] }
  | {
      readonly type: 'RequestedToCapacityRatio';
      readonly resources: readonly ScoringResource[];
      readonly shape: readonly ShapePoint[];
    };

/** What a profile of kube-scheduler can set of its plugins. */
export interface ProfileOptions {
  /** Required and preferred of every pod, by the administrator. */
  readonly addedAffinity: NodeAffinity | undefined;
  readonly hardPodAffinityWeight: number;
  readonly ignorePreferredTermsOfExistingPods: boolean;
  /** For pods that have none of their own. `system`: kube-scheduler's built-in ones. */
  readonly defaultConstraints: 'system' | readonly TopologySpreadConstraint[];
  readonly ignoredResources: readonly string[];
  readonly ignoredResourceGroups: readonly string[];
  readonly scoringStrategy: ScoringStrategy;
}

const cpuAndMemory = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

export const profileDefaults: ProfileOptions = {
  addedAffinity: undefined,
  hardPodAffinityWeight: 1,
  ignorePreferredTermsOfExistingPods: false,
  defaultConstraints: 'system',
  ignoredResources: [],
  ignoredResourceGroups: [],
  scoringStrategy: { type: 'LeastAllocated', resources: cpuAndMemory },
};
