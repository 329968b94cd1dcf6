import type { Interner, Pool } from './interner.ts';
import { KeyTable } from './key-table.ts';
import { type Maker, newMaker } from './made.ts';
import type { Reading, Shape } from './shapes.ts';

/** A shape made ready: one form for all kinds, so that the reading loop sees one hidden class. */
export interface Plan<T> {
  readonly kind: Reading['kind'];
  readonly names: readonly string[];
  readonly keys: KeyTable;
  /** Of fields, one a name; of a list or a shared value, the one inside. */
  readonly parts: readonly Plan<unknown>[];
  /** Of a list: elements that have this field alone are left out. */
  readonly beyond: string | undefined;
  readonly texts: Pool<string>;
  /** Of fields: makes their objects. */
  readonly Made: Maker;
  /** The values of this very shape, if it is a shared one. */
  readonly values: Pool<unknown> | undefined;
  /** Never set: it carries the type. */
  readonly as?: T;
}

export function compile<T>(shape: Shape<T>, interner: Interner): Plan<T> {
  const { reading } = shape;
  const names = reading.kind === 'fields' ? Object.keys(reading.fields) : [];
  return {
    kind: reading.kind,
    names,
    keys: new KeyTable(names),
    parts: partsOf(reading).map((part) => compile(part, interner)),
    beyond: reading.kind === 'list' ? reading.beyond : undefined,
    texts: interner.texts,
    Made: newMaker(),
    values: reading.kind === 'shared' ? interner.poolOf(shape) : undefined,
  };
}

function partsOf(reading: Reading): readonly Shape<unknown>[] {
  if (reading.kind === 'fields') return Object.values(reading.fields);
  if (reading.kind === 'list') return [reading.element];
  return reading.kind === 'shared' ? [reading.whole] : [];
}
