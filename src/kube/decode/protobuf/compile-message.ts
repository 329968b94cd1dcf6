import type { Interner } from '../interner.ts';
import { KeyTable } from '../key-table.ts';
import { newMaker } from '../made.ts';
import type { Reading, Shape } from '../shapes.ts';
import { isLeaf, type Leaf, type MessageField, messageNamed } from './message.ts';
import { LENGTH, noKeys, noSlots, VARINT, type WireKind, type WirePlan } from './wire-plan.ts';

/** A shape over a message made ready, or why only JSON can give what the shape declares. */
export type Compiled<T> =
  | { readonly kind: 'compiled'; readonly plan: WirePlan<T> }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * A reader of the message that yields what the JSON decoder yields for the same object. Refused where protobuf cannot:
 * a field the message lacks (an object's own `kind` and `apiVersion`, too: they are in its envelope), a field of
 * another type, bytes, and JSON as it stands (`anyJson`) of more than a single string, number or boolean.
 */
export function compileMessage<T>(shape: Shape<T>, message: string, interner: Interner): Compiled<T> {
  const compiler = new Compiler(interner);
  const plan = compiler.plan(shape, { name: message, number: 0, type: message, form: 'one', writesZero: true }, '');
  const { refusals } = compiler;
  return refusals.length === 0 ? { kind: 'compiled', plan } : { kind: 'refused', why: refusals.join('; ') };
}

type Shapes = Readonly<Record<string, Shape<unknown>>>;

const timesByBytes = {};

class Compiler {
  readonly refusals: string[] = [];
  readonly #interner: Interner;
  readonly #nothing: WirePlan<never>;

  constructor(interner: Interner) {
    this.#interner = interner;
    this.#nothing = {
      kind: 'nothing',
      wireType: LENGTH,
      slots: noSlots,
      names: [],
      parts: [],
      Made: newMaker(),
      keys: noKeys,
      beyond: undefined,
      isRepeated: false,
      writesZero: true,
      wants: 'either',
      texts: interner.texts,
      values: interner.poolOf(timesByBytes),
    };
  }

  plan(shape: Shape<unknown>, field: MessageField, path: string): WirePlan<never> {
    const { reading } = shape;
    if (reading.kind === 'nothing') return this.#nothing;
    if (reading.kind === 'shared') return this.#shared(shape, this.plan(reading.whole, field, path), field);
    if (field.form === 'list') return this.#list(reading, field, path);
    if (field.form === 'map') return this.#map(reading, field, path);
    if (isLeaf(field.type)) return this.#leaf(reading, field.type, field, path);
    if (reading.kind === 'fields') return this.#fields(reading.fields, field.type, path);
    return this.#refuse(path, `a message read as ${reading.kind}`);
  }

  #shared(shape: Shape<unknown>, whole: WirePlan<never>, field: MessageField): WirePlan<never> {
    if (whole.kind === 'nothing') return whole;
    const values = this.#interner.poolOf(poolKey(shape, `${field.form} ${field.type}`));
    const { wireType, isRepeated, writesZero } = whole;
    return { ...this.#nothing, kind: 'shared', wireType, isRepeated, writesZero, parts: [whole], values };
  }

  #list(reading: Reading, field: MessageField, path: string): WirePlan<never> {
    if (reading.kind !== 'list') return this.#refuse(path, `a list read as ${reading.kind}`);
    const element = this.plan(reading.element, { ...field, form: 'one', writesZero: true }, `${path}[]`);
    const { beyond } = reading;
    return { ...this.#nothing, kind: 'list', wireType: element.wireType, isRepeated: true, parts: [element], beyond };
  }

  #map(reading: Reading, { type }: MessageField, path: string): WirePlan<never> {
    const kind = isLeaf(type) && type !== 'IntOrString' ? leafKind('text', type) : undefined;
    if (kind === undefined) return this.#refuse(path, `a map of ${type}`);
    const parts: readonly WirePlan<unknown>[] = [{ ...this.#nothing, kind, wants: 'text' }];
    const map: WirePlan<never> = { ...this.#nothing, isRepeated: true, parts };
    if (reading.kind === 'text-map') return { ...map, kind: 'text-map' };
    if (reading.kind !== 'fields') return this.#refuse(path, `a map read as ${reading.kind}`);
    const names = Object.keys(reading.fields);
    for (const [name, { reading: of }] of Object.entries(reading.fields)) {
      if (of.kind !== 'text' && of.kind !== 'raw-text') this.#refuse(`${path}.${name}`, `a string read as ${of.kind}`);
    }
    return { ...map, kind: 'picked-map', names, keys: new KeyTable(names) };
  }

  #leaf(reading: Reading, leaf: Leaf, field: MessageField, path: string): WirePlan<never> {
    const kind = leafKind(reading.kind, leaf);
    if (kind === undefined) return this.#refuse(path, `${leaf} read as ${reading.kind}`);
    const wireType = kind === 'number' || kind === 'boolean' ? VARINT : LENGTH;
    const wants = reading.kind === 'json' ? 'either' : reading.kind === 'number' ? 'number' : 'text';
    return { ...this.#nothing, kind, wireType, wants, writesZero: field.writesZero };
  }

  #fields(shapes: Shapes, message: string, path: string): WirePlan<never> {
    const fields = messageNamed(message);
    if (fields === undefined) return this.#refuse(path, `no message ${message} is known`);
    const names: string[] = [];
    const parts: WirePlan<unknown>[] = [];
    const slotOf = new Map<number, number>();
    const own = new Set(fields.filter(({ form }) => form !== 'inline').map(({ name }) => name));
    let left = Object.entries(shapes);
    for (const field of fields) {
      const of = (name: string): boolean =>
        field.form === 'inline' ? !own.has(name) && hasField(field.type, name) : name === field.name;
      const wanted = Object.fromEntries(left.filter(([name]) => of(name)));
      left = left.filter(([name]) => !of(name));
      const part = this.#part(wanted, field, path);
      if (part.kind === 'nothing') continue;
      slotOf.set(field.number, names.length);
      names.push(field.name);
      parts.push(part);
    }
    for (const [name] of left) this.#refuse(`${path}.${name}`, `${message} has no such field`);
    return { ...this.#nothing, kind: 'fields', slots: slotsOf(slotOf), names, parts, Made: newMaker() };
  }

  #part(wanted: Shapes, field: MessageField, path: string): WirePlan<unknown> {
    const [shape] = Object.values(wanted);
    if (shape === undefined) return this.#nothing;
    if (field.form === 'inline') return { ...this.#fields(wanted, field.type, path), kind: 'inline' };
    return this.plan(shape, field, `${path}.${field.name}`);
  }

  #refuse(path: string, why: string): WirePlan<never> {
    this.refusals.push(`${path}: ${why}`);
    return this.#nothing;
  }
}

function leafKind(reading: Reading['kind'], leaf: Leaf): WireKind | undefined {
  const isText = reading === 'text' || reading === 'raw-text' || reading === 'json';
  const isNumber = reading === 'number' || reading === 'json';
  switch (leaf) {
    case 'string':
      return isText ? (reading === 'text' ? 'text' : 'raw-text') : undefined;
    case 'Quantity':
      return isText ? 'quantity' : undefined;
    case 'Time':
      return isText ? 'time' : undefined;
    case 'MicroTime':
      return isText ? 'micro-time' : undefined;
    case 'IntOrString':
      return isText || isNumber ? 'int-or-string' : undefined;
    case 'bool':
      return reading === 'boolean' || reading === 'json' ? 'boolean' : undefined;
    case 'int32':
    case 'int64':
      return isNumber ? 'number' : undefined;
    case 'bytes':
    case 'opaque':
      return undefined;
  }
}

function hasField(message: string, name: string): boolean {
  const fields = messageNamed(message) ?? [];
  return fields.some((field) => (field.form === 'inline' ? hasField(field.type, name) : field.name === name));
}

function slotsOf(slotOf: ReadonlyMap<number, number>): Int16Array {
  const slots = new Int16Array(Math.max(0, ...slotOf.keys()) + 1).fill(-1);
  for (const [number, slot] of slotOf) slots[number] = slot;
  return slots;
}

const poolKeys: WeakMap<object, Map<string, object>> = new WeakMap();

/** The same bytes mean another value in JSON, and as another type: a shape has a pool for each. */
function poolKey(shape: object, type: string): object {
  const known = poolKeys.get(shape) ?? new Map<string, object>();
  poolKeys.set(shape, known);
  const key = known.get(type) ?? {};
  known.set(type, key);
  return key;
}
