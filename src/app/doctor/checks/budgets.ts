import type { DoctorCheck } from '#app/doctor/check.ts';
import type { PodDisruptionBudget } from '#api/kubernetes/workload.ts';
import type { Resource } from '#kube/client/resource.ts';
import { Decoder } from '#kube/decode/decoder.ts';
import { podDisruptionBudget } from '#sources/cluster-watch/shapes/workload.ts';
import { judgeBudgets } from '#views/doctor/judge-budgets.ts';

const budgetKind: Resource = {
  group: 'policy',
  version: 'v1',
  plural: 'poddisruptionbudgets',
  kind: 'PodDisruptionBudget',
  namespaced: true,
};

/** Disruption budgets under which nothing can be moved. */
export const budgets: DoctorCheck = {
  section: 'Disruption budgets',
  async examine({ client, signal }) {
    const found: PodDisruptionBudget[] = [];
    const decoder = new Decoder(podDisruptionBudget);
    await client.stream(budgetKind, { decoder, take: (budget) => void found.push(budget), signal });
    return judgeBudgets(found);
  },
};
