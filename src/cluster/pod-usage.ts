import type { EffectiveRequests } from '#api/effective-requests.ts';
import type { BadQuantity } from '#api/quantity.ts';
import { CPU, EPHEMERAL_STORAGE, isExact, MEMORY, type ResourceColumns } from './columns/resource-columns.ts';

/** What a pod takes of a node: numbers of resources and, beside them, amounts. Cpu, memory and ephemeral storage come first, present or not. */
export interface PodUsage {
  readonly resources: readonly number[];
  readonly amounts: readonly number[];
  /** What scores reckon with. */
  readonly nonZeroCpu: number;
  readonly nonZeroMemory: number;
  /** Set where some amount is not known, with what was written in its place. It counts as nothing, and no verdict may rest on it. */
  readonly unreadable: string | undefined;
}

const always = [CPU, MEMORY, EPHEMERAL_STORAGE];

const unknownUsage = (text: string): PodUsage => ({
  resources: always,
  amounts: [0, 0, 0],
  nonZeroCpu: 0,
  nonZeroMemory: 0,
  unreadable: text,
});

/** Requests as the columns want them. */
export function usageOf(requests: EffectiveRequests | BadQuantity, columns: ResourceColumns): PodUsage {
  if ('kind' in requests) return unknownUsage(requests.text);
  const scalars = [...requests.scalars];
  const { cpuMilli, memoryBytes, ephemeralBytes, nonZeroCpuMilli, nonZeroMemoryBytes } = requests;
  const all = [
    cpuMilli,
    memoryBytes,
    ephemeralBytes,
    nonZeroCpuMilli,
    nonZeroMemoryBytes,
    ...scalars.map(([, amount]) => amount),
  ];
  const inexact = all.find((amount) => !isExact(amount));
  if (inexact !== undefined) return unknownUsage(`${inexact}`);
  return {
    resources: [...always, ...scalars.map(([name]) => columns.numberOf(name))],
    amounts: [cpuMilli, memoryBytes, ephemeralBytes, ...scalars.map(([, amount]) => amount)],
    nonZeroCpu: nonZeroCpuMilli,
    nonZeroMemory: nonZeroMemoryBytes,
    unreadable: undefined,
  };
}

/** Whether two take the same. */
export function sameUsage(one: PodUsage, other: PodUsage): boolean {
  return (
    one.nonZeroCpu === other.nonZeroCpu &&
    one.nonZeroMemory === other.nonZeroMemory &&
    one.unreadable === other.unreadable &&
    one.resources.length === other.resources.length &&
    one.resources.every((number, at) => number === other.resources[at] && one.amounts[at] === other.amounts[at])
  );
}
