import type { Quantities } from '#api/kubernetes/metadata.ts';
import { add, type Amount, inUnits, larger, parseAmount } from './amount.ts';
import { isScalarResource } from './resource-name.ts';

/** How much of each resource, still exact. */
export type Amounts = ReadonlyMap<string, Amount>;

/** Rounded to what filters count in; every number is a 64-bit integer. */
export interface Totals {
  readonly cpuMilli: bigint;
  readonly memoryBytes: bigint;
  readonly ephemeralBytes: bigint;
  readonly pods: bigint;
  /** Extended resources, huge pages, attachable volumes and what else has a prefix. */
  readonly scalars: ReadonlyMap<string, bigint>;
}

export function parseAmounts(quantities: Quantities | undefined): Map<string, Amount> {
  return new Map(Object.entries(quantities ?? {}).map(([name, text]) => [name, parseAmount(text)]));
}

/** Sums by resource. */
export function sumOf(...lists: readonly Amounts[]): Map<string, Amount> {
  return mergeBy(add, lists);
}

/** The greatest by resource. */
export function greatestOf(...lists: readonly Amounts[]): Map<string, Amount> {
  return mergeBy(larger, lists);
}

function mergeBy(combine: (a: Amount, b: Amount) => Amount, lists: readonly Amounts[]): Map<string, Amount> {
  const result = new Map<string, Amount>();
  for (const list of lists) {
    for (const [name, amount] of list) {
      const before = result.get(name);
      result.set(name, before === undefined ? amount : combine(before, amount));
    }
  }
  return result;
}

export function cpuMilliOf(amounts: Amounts): bigint {
  const cpu = amounts.get('cpu');
  return cpu === undefined ? 0n : inUnits(cpu, -3);
}

/** Everything but cpu. */
export function unitsOf(amounts: Amounts, name: string): bigint {
  const amount = amounts.get(name);
  return amount === undefined ? 0n : inUnits(amount, 0);
}

export function totalsOf(amounts: Amounts): Totals {
  return {
    cpuMilli: cpuMilliOf(amounts),
    memoryBytes: unitsOf(amounts, 'memory'),
    ephemeralBytes: unitsOf(amounts, 'ephemeral-storage'),
    pods: unitsOf(amounts, 'pods'),
    scalars: new Map([...amounts.keys()].filter(isScalarResource).map((name) => [name, unitsOf(amounts, name)])),
  };
}
