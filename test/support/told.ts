import type { Journal, Telling } from '#ports/journal.ts';

/** A journal that keeps what it was told, for tests to read. */
export function toldJournal(): Journal & { readonly told: readonly Telling[] } {
  const told: Telling[] = [];
  return { told, record: (telling) => void told.push(telling) };
}
