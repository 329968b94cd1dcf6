import type { StringMap } from './kubernetes/metadata.ts';
import { isLabelValue, isQualifiedName } from './label-syntax.ts';
import { readInt64 } from './int64.ts';

/** What one line of a selector asks of one label, checked and ready to be asked. */
export type Requirement =
  | { readonly kind: 'in' | 'not-in'; readonly key: string; readonly values: readonly string[] }
  | { readonly kind: 'exists' | 'absent'; readonly key: string }
  | { readonly kind: 'greater' | 'less'; readonly key: string; readonly than: bigint };

/** A requirement as an object carries it. */
export interface WrittenRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Checks one requirement as Kubernetes does; undefined where it refuses it, for then the selector around it is broken. */
export function readRequirement(written: WrittenRequirement): Requirement | undefined {
  const { key, operator, values = [] } = written;
  if (!isQualifiedName(key) || !values.every(isLabelValue)) return undefined;
  switch (operator) {
    case 'In':
      return values.length === 0 ? undefined : { kind: 'in', key, values: distinct(values) };
    case 'NotIn':
      return values.length === 0 ? undefined : { kind: 'not-in', key, values: distinct(values) };
    case 'Exists':
      return values.length > 0 ? undefined : { kind: 'exists', key };
    case 'DoesNotExist':
      return values.length > 0 ? undefined : { kind: 'absent', key };
    case 'Gt':
    case 'Lt':
      return readBound(key, operator, values);
    default:
      return undefined;
  }
}

function readBound(key: string, operator: 'Gt' | 'Lt', values: readonly string[]): Requirement | undefined {
  const than = values.length === 1 ? readInt64(values[0]!) : undefined;
  return than === undefined ? undefined : { kind: operator === 'Gt' ? 'greater' : 'less', key, than };
}

/** In the order of their code units, each once: equal sets read alike. */
function distinct(values: readonly string[]): readonly string[] {
  return values.length === 1 ? values : [...new Set(values)].toSorted();
}

/** Whether labels meet a requirement. */
export function meets(labels: StringMap, requirement: Requirement): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  switch (requirement.kind) {
    case 'in':
      return value !== undefined && requirement.values.includes(value);
    case 'not-in':
      return value === undefined || !requirement.values.includes(value);
    case 'exists':
      return value !== undefined;
    case 'absent':
      return value === undefined;
    case 'greater':
    case 'less':
      return value !== undefined && isBeyond(value, requirement.kind, requirement.than);
  }
}

function isBeyond(text: string, kind: 'greater' | 'less', than: bigint): boolean {
  const value = readInt64(text);
  if (value === undefined) return false;
  return kind === 'greater' ? value > than : value < than;
}

/** Requirements in one fixed order, each once: equal sets of requirements give equal texts. */
export function canonical(requirements: readonly Requirement[]): { sorted: readonly Requirement[]; key: string } {
  const byText = new Map(requirements.map((requirement) => [textOf(requirement), requirement]));
  const texts = [...byText.keys()].toSorted();
  return { sorted: texts.map((text) => byText.get(text)!), key: `[${texts.join(',')}]` };
}

/** JSON keeps any text apart from the commas around it. */
function textOf(requirement: Requirement): string {
  const { kind, key } = requirement;
  if (kind === 'in' || kind === 'not-in') return JSON.stringify([key, kind, ...requirement.values]);
  if (kind === 'greater' || kind === 'less') return JSON.stringify([key, kind, String(requirement.than)]);
  return JSON.stringify([key, kind]);
}
