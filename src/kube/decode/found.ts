/** What a list says that has nothing in it: one for all. */
const noElements: readonly unknown[] = Object.freeze([]);

/** An object of which nothing was wanted: one for all. */
const noEntries: Readonly<Record<string, unknown>> = Object.freeze({});

/** The elements found, as a list that takes no more room than they need: one that grew has room for sixteen more. */
export function whole(found: readonly unknown[]): readonly unknown[] {
  return found.length === 0 ? noElements : found.slice();
}

/** The entries found. */
export function orNoEntries(found: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.keys(found).length === 0 ? noEntries : found;
}

/** Whether an element has a field besides this one; where there is none, or it has no fields, all are wanted. */
export function hasMoreThan(field: string | undefined, element: unknown): boolean {
  if (field === undefined || typeof element !== 'object' || element === null) return true;
  return Object.keys(element).some((key) => key !== field);
}
