import type { EffectiveRequests } from '#api/effective-requests.ts';
import { CPU, EPHEMERAL_STORAGE, MEMORY, type ResourceColumns } from './resource-columns.ts';

/** What a pod takes of a node: numbers of resources and, beside them, amounts. */
export interface PodUsage {
  readonly resources: readonly number[];
  readonly amounts: readonly number[];
  /** What scores reckon with. */
  readonly nonZeroCpu: number;
  readonly nonZeroMemory: number;
}

const always = [CPU, MEMORY, EPHEMERAL_STORAGE];

/** Requests as the columns want them: cpu, memory and ephemeral storage first, present or not. */
export function usageOf(requests: EffectiveRequests, columns: ResourceColumns): PodUsage {
  const byNumber = new Map<number, number>(always.map((number) => [number, 0]));
  for (const [name, amount] of requests.amounts) byNumber.set(columns.numberOf(name), amount);
  return {
    resources: [...byNumber.keys()],
    amounts: [...byNumber.values()],
    nonZeroCpu: requests.nonZeroCpuMilli,
    nonZeroMemory: requests.nonZeroMemoryBytes,
  };
}

/** Whether two take the same. */
export function sameUsage(one: PodUsage, other: PodUsage): boolean {
  return (
    one.nonZeroCpu === other.nonZeroCpu &&
    one.nonZeroMemory === other.nonZeroMemory &&
    one.resources.length === other.resources.length &&
    one.resources.every((number, at) => number === other.resources[at] && one.amounts[at] === other.amounts[at])
  );
}
