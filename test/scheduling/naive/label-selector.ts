import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { LabelSelector } from '#api/kubernetes/selectors.ts';
import { isLabelValue, isQualifiedName } from './label-syntax.ts';

export interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** All requirements must hold; `nothing` matches no labels at all, an empty list every labels. */
export type Selector = 'nothing' | readonly Requirement[];

/** The label of that name. Labels may bear names that every object inherits. */
export function labelOf(labels: StringMap | undefined, key: string): string | undefined {
  return labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
}

/** Undefined where an operator, a key or a value is not what labels allow. */
export function selectorOf(selector: LabelSelector | undefined): Selector | undefined {
  if (selector === undefined) return 'nothing';
  const requirements = [
    ...equalities(selector.matchLabels),
    ...(selector.matchExpressions ?? []).map(({ key, operator, values = [] }) => ({ key, operator, values })),
  ];
  const known = (selector.matchExpressions ?? []).every((one) => !['Gt', 'Lt'].includes(one.operator));
  return known && requirements.every(isSound) ? requirements : undefined;
}

/** One requirement for each pair. */
export function equalities(labels: StringMap | undefined): Requirement[] {
  return Object.entries(labels ?? {}).map(([key, value]) => ({ key, operator: 'In', values: [value] }));
}

/** Whether a requirement can be judged at all. */
export function isSound({ key, operator, values }: Requirement): boolean {
  return isQualifiedName(key) && values.every(isLabelValue) && hasSoundValues(operator, values);
}

function hasSoundValues(operator: string, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0;
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0;
    case 'Gt':
    case 'Lt':
      return values.length === 1 && integerOf(values[0]!) !== undefined;
    default:
      return false;
  }
}

export function selects(selector: Selector, labels: StringMap | undefined): boolean {
  return selector !== 'nothing' && selector.every((requirement) => holds(requirement, labels));
}

export function holds({ key, operator, values }: Requirement, labels: StringMap | undefined): boolean {
  const value = labelOf(labels, key);
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return value !== undefined && comparesAs(operator, integerOf(value), integerOf(values[0]!));
  }
}

function comparesAs(operator: string, label: bigint | undefined, bound: bigint | undefined): boolean {
  if (label === undefined || bound === undefined) return false;
  return operator === 'Gt' ? label > bound : label < bound;
}

/** A 64-bit integer in base 10; leading zeros and a sign are allowed. */
export function integerOf(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
