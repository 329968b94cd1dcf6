/** Keys of taints on nodes that cluster-autoscaler and karpenter are about to remove. */
export const drainMarks: ReadonlySet<string> = new Set(['ToBeDeletedByClusterAutoscaler', 'karpenter.sh/disrupted']);
