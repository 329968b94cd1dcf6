import type { Pool } from '../interner.ts';
import { KeyTable } from '../key-table.ts';
import type { Maker } from '../made.ts';

/** How a field is read. */
export type WireKind =
  | 'fields'
  | 'inline'
  | 'list'
  | 'text'
  | 'raw-text'
  | 'number'
  | 'boolean'
  | 'time'
  | 'micro-time'
  | 'quantity'
  | 'int-or-string'
  | 'text-map'
  | 'picked-map'
  | 'shared'
  | 'nothing';

/** The wire types in use; groups (3, 4) went out of use before Kubernetes began. */
export const VARINT = 0;
export const EIGHT_BYTES = 1;
export const LENGTH = 2;
export const FOUR_BYTES = 5;

/** A shape and a message made ready: one form for all kinds, so that the reading loop sees one hidden class. */
export interface WirePlan<T> {
  readonly kind: WireKind;
  /** Of a field or a list's element: what its tag must say. A map's and a shared value's is that of its records. */
  readonly wireType: number;
  /** Of fields, by field number, the place in `names` and `parts`, or -1. */
  readonly slots: Int16Array;
  readonly names: readonly string[];
  /** Of fields, one a name; of a list or a shared value, the one inside; of a map, the one for its values. */
  readonly parts: readonly WirePlan<unknown>[];
  /** Of fields: makes their objects. */
  readonly Made: Maker;
  /** The wanted keys of a map. */
  readonly keys: KeyTable;
  /** Of a list: elements that have this field alone are left out. */
  readonly beyond: string | undefined;
  /** Whether the field comes as a run of records, one an element. */
  readonly isRepeated: boolean;
  /** Whether "", 0 and false are values, rather than say that there is none. */
  readonly writesZero: boolean;
  /** Of an IntOrString: which of the two are wanted. */
  readonly wants: 'number' | 'text' | 'either';
  readonly texts: Pool<string>;
  /** Times by their bytes, or shared values. */
  readonly values: Pool<unknown>;
  /** Never set: it carries the type. */
  readonly as?: T;
}

export const noSlots: Int16Array = new Int16Array(0);
export const noKeys: KeyTable = new KeyTable([]);
