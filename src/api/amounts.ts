import type { Quantities } from './kubernetes/metadata.ts';
import type { BadQuantity, Quantity } from './quantity.ts';
import { addQuantities, compareQuantities, isBadQuantity, readQuantity } from './quantity.ts';

/** Resource name to amount. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** What a resource map says, and the first of its quantities that is none. */
export interface ReadAmounts {
  readonly amounts: Amounts;
  readonly bad: BadQuantity | undefined;
}

const none: ReadAmounts = { amounts: new Map(), bad: undefined };

/** Decoding shares equal maps, so that the map itself tells whether it was read before. */
const known: WeakMap<Quantities, ReadAmounts> = new WeakMap();

/** Reads a resource map; one object is read once. */
export function readAmounts(quantities: Quantities | undefined): ReadAmounts {
  if (quantities === undefined) return none;
  const before = known.get(quantities);
  if (before !== undefined) return before;
  const read = readOnce(quantities);
  known.set(quantities, read);
  return read;
}

function readOnce(quantities: Quantities): ReadAmounts {
  const amounts = new Map<string, Quantity>();
  let bad: BadQuantity | undefined;
  for (const name of Object.keys(quantities)) {
    const quantity = readQuantity(quantities[name]!);
    if (isBadQuantity(quantity)) bad ??= quantity;
    else amounts.set(name, quantity);
  }
  return { amounts, bad };
}

/** Adds `more` to `sum`, name by name. */
export function addAmounts(sum: Map<string, Quantity>, more: Amounts): void {
  for (const [name, amount] of more) {
    const before = sum.get(name);
    sum.set(name, before === undefined ? amount : addQuantities(before, amount));
  }
}

/** Raises each amount of `peak` to that of `other` where that is larger. */
export function raiseAmounts(peak: Map<string, Quantity>, other: Amounts): void {
  for (const [name, amount] of other) {
    const before = peak.get(name);
    if (before === undefined || compareQuantities(amount, before) > 0) peak.set(name, amount);
  }
}

/** The largest of each amount. */
export function largestAmounts(...all: readonly Amounts[]): Map<string, Quantity> {
  const peak = new Map<string, Quantity>();
  for (const amounts of all) raiseAmounts(peak, amounts);
  return peak;
}
