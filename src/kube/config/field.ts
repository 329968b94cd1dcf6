import { kubeFault } from '#kube/faults.ts';
import type { FieldPath, SourceText } from './source-text.ts';

/** A value in a file, which knows where it stands. Go's zero values mean absent: null, "" and no key are one. */
export interface Field {
  readonly source: SourceText;
  readonly path: FieldPath;
  readonly value: unknown;
}

/** The whole file as a field. */
export const rootOf = (source: SourceText): Field => ({ source, path: [], value: source.value });

/** The field under `key`; absent is a field too, with no value. */
export function under(parent: Field, key: string | number): Field {
  const path = [...parent.path, key];
  const { value } = parent;
  const own: PropertyDescriptor | undefined =
    typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key) : undefined;
  return { source: parent.source, path, value: own?.value ?? null };
}

/** Where it stands, for messages. */
export const placeOf = (field: Field): string => field.source.placeOf(field.path);

export function textOf(field: Field): string | undefined {
  if (absent(field)) return undefined;
  return typeof field.value === 'string' ? field.value : refuse(field, 'text');
}

export function flagOf(field: Field): boolean {
  if (absent(field)) return false;
  return typeof field.value === 'boolean' ? field.value : refuse(field, 'true or false');
}

export function listOf(field: Field): readonly Field[] {
  if (absent(field)) return [];
  if (!Array.isArray(field.value)) return refuse(field, 'a list');
  return field.value.map((_, at) => under(field, at));
}

export const textsOf = (field: Field): readonly string[] => listOf(field).map((each) => textOf(each) ?? '');

/** The field itself, sure to be a map or absent. */
export function mapOf(field: Field): Field {
  if (absent(field) || kindOf(field.value) === 'a map') return field;
  return refuse(field, 'a map');
}

export function keysOf(field: Field): readonly string[] {
  const { value } = mapOf(field);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** Bytes written as base64, as Go reads them: line breaks are skipped, padding is not optional. */
export function bytesOf(field: Field): Buffer | undefined {
  const text = textOf(field)?.replaceAll(/[\r\n]/g, '');
  if (text === undefined) return undefined;
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw kubeFault('kube/bad-kubeconfig', `reading kubeconfig ${placeOf(field)} is not base64`);
  }
  return Buffer.from(text, 'base64');
}

export const absent = (field: Field): boolean =>
  field.value === null || field.value === undefined || field.value === '';

function refuse(field: Field, wanted: string): never {
  throw kubeFault(
    'kube/bad-kubeconfig',
    `reading kubeconfig ${placeOf(field)} must be ${wanted}, not ${kindOf(field.value)}`,
  );
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Uint8Array) return 'binary';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false (quote it to make it text)';
  if (typeof value === 'number' || typeof value === 'bigint') return 'a number (quote it to make it text)';
  return 'a map';
}
