import { stringify } from 'yaml';

/** A value as the file writes it. */
export type Written = string | number | readonly Written[] | { readonly [key: string]: Written };

/** Whether a value is one that a file could write for an option. */
export function isWritten(value: unknown): value is Written {
  if (typeof value === 'string' || typeof value === 'number') return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isWritten);
}

/** On one line, for people; YAML that says the same. */
export function writtenText(value: Written): string {
  if (typeof value !== 'object') return String(value);
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}
