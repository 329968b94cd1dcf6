/** Keys of taints on nodes that cluster-autoscaler and karpenter are about to remove. */
export const drainMarks: ReadonlySet<string> = new Set(['ToBeDeletedByClusterAutoscaler', 'karpenter.sh/disrupted']);

/** Keys of taints on nodes that cluster-autoscaler would remove if they stay idle; nothing is decided yet. */
export const soonDrained: ReadonlySet<string> = new Set(['DeletionCandidateOfClusterAutoscaler']);
