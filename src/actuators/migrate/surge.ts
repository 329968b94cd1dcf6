import type { KubeClient } from '#kube/client/kube-client.ts';
import { inShort, type PolicyRule } from '#kube/client/rights.ts';
import type { Surger } from '#ports/surger.ts';
import { adoptClone, adoptCloneRights } from './adopt-clone.ts';
import { createClone, createCloneRights } from './create-clone.ts';
import { deletionCostRights, lowerDeletionCost, restoreDeletionCost } from './deletion-cost.ts';
import { outcomeOf } from './outcome-of-fault.ts';
import { removeClone, removeCloneRights } from './remove-clone.ts';
import { sweep, sweepRights } from './sweep.ts';

/** To create pods is near to administration: these rights are opt-in. */
export const surgerRights: readonly PolicyRule[] = inShort([
  ...createCloneRights,
  ...deletionCostRights,
  ...adoptCloneRights,
  ...removeCloneRights,
  ...sweepRights,
]);

/** Surges on a real API server. */
export function kubeSurger(client: KubeClient): Surger {
  return {
    createClone: (clone, of, nodes, signal) => outcomeOf(() => createClone(client, clone, of, { nodes, signal })),
    lowerDeletionCost: (pod, migration, signal) => outcomeOf(() => lowerDeletionCost(client, pod, migration, signal)),
    adoptClone: (clone, of, signal) => outcomeOf(() => adoptClone(client, clone, of, signal)),
    removeClone: (clone, signal) => outcomeOf(() => removeClone(client, clone, signal)),
    restoreDeletionCost: (pod, was, signal) => outcomeOf(() => restoreDeletionCost(client, pod, was, signal)),
    sweep: (unfinished, signal) => sweep(client, unfinished, signal),
  };
}
