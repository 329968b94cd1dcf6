/** The annotation by which a pod says how dear it is to its ReplicaSet: the cheapest goes first. */
export const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';

/** The least a 32-bit number can be: nothing goes before it. */
export const LOWEST_DELETION_COST = '-2147483648';
