import * as fc from 'fast-check';
import { isLeaf, type Leaf, type MessageField, messageNamed } from '../message.ts';
import { type Bytes, bytes, integer, joined, tag, varint } from './encode.ts';

/** The same thing in both encodings. */
export interface Twice<Json = unknown> {
  readonly bytes: Bytes;
  readonly json: Json;
}

/** A field in both: nothing in JSON where it leaves the field out. */
interface TwiceField {
  readonly records: readonly Bytes[];
  readonly json: readonly (readonly [string, unknown])[];
}

const nowhere = 4000;

/** A message of this name: some of its fields, in any order, with fields nobody knows in between. */
export function messageAtRandom(name: string, depth: number = 0): fc.Arbitrary<Twice<object>> {
  const fields = [...messageNamed(name)!];
  return fc
    .subarray(fields, { maxLength: Math.min(fields.length, depth === 0 ? 8 : 4) })
    .chain((chosen) => fc.tuple(fc.tuple(...chosen.map((field) => fieldAtRandom(field, depth))), unknowns, fc.nat()))
    .map(([found, unknown, seed]) => ({
      bytes: joined(...interleaved([...found.map(({ records }) => records), unknown], seed)),
      json: Object.fromEntries(found.flatMap(({ json }) => json)),
    }));
}

function fieldAtRandom(field: MessageField, depth: number): fc.Arbitrary<TwiceField> {
  const { name, number, form } = field;
  if (form === 'inline') {
    return messageAtRandom(field.type, depth + 1).map((inner) => ({
      records: [bytes(number, inner.bytes)],
      json: Object.entries(inner.json),
    }));
  }
  const value = valueAtRandom(field, depth);
  if (form === 'one') {
    return value.map((one) => ({
      records: [recordOf(field, one.bytes)],
      json: one.json === undefined || isLeftOut(one.json, field) ? [] : [[name, one.json]],
    }));
  }
  if (form === 'list') return fc.tuple(fc.array(value, { maxLength: 3 }), fc.boolean()).map(listOf(field));
  return fc.dictionary(key, value, { maxKeys: 3 }).map((entries) => ({
    records: Object.entries(entries).map(([key, one]) =>
      bytes(number, bytes(1, key), recordOf({ ...field, number: 2 }, one.bytes)),
    ),
    json: Object.keys(entries).length === 0 ? [] : [[name, mapped(entries)]],
  }));
}

const key = fc.constantFrom('', 'app', 'cpu', 'tier', 'ключ', 'a\\u0062');

function mapped(entries: Readonly<Record<string, Twice>>): unknown {
  return Object.fromEntries(Object.entries(entries).map(([key, { json }]) => [key, json ?? null]));
}

const listOf =
  (field: MessageField) =>
  ([found, packed]: [Twice[], boolean]): TwiceField => {
    const json = found.map((one) => one.json).filter((one) => one !== undefined);
    const isPacked = packed && isVarint(field.type);
    return {
      records: isPacked
        ? [bytes(field.number, ...found.map((one) => one.bytes))]
        : found.map((one) => recordOf(field, one.bytes)),
      // an empty packed record is a list of none; an empty list has no record
      json: found.length === 0 && !isPacked ? [] : [[field.name, json]],
    };
  };

const isVarint = (type: string): boolean => type === 'bool' || type === 'int32' || type === 'int64';

/** An IntOrString is a message: JSON has it whenever it is there, be it 0 or empty. */
const isLeftOut = (value: unknown, { type, writesZero }: MessageField): boolean =>
  isZero(value) && !writesZero && type !== 'IntOrString';

const isZero = (value: unknown): boolean => value === '' || value === 0 || value === false;

function recordOf({ number, type }: MessageField, content: Bytes): Bytes {
  return isVarint(type) ? joined(tag(number, 0), content) : bytes(number, content);
}

// ── values, as the content of their record

function valueAtRandom({ type }: MessageField, depth: number): fc.Arbitrary<Twice> {
  if (isLeaf(type)) return leafAtRandom[type];
  return depth > 4 ? fc.constant({ bytes: Buffer.of(), json: {} }) : messageAtRandom(type, depth + 1);
}

const said = fc
  .oneof(fc.constantFrom('', 'a', 'Running', 'worker-1', 'a\\nb', 'Žluťoučký'), fc.string({ unit: 'grapheme' }))
  .map((json): Twice => ({ bytes: Buffer.from(json), json }));

const counted = (min: number, max: number): fc.Arbitrary<Twice> =>
  fc
    .oneof(fc.constantFrom(0, 1, -1, 127, 128), fc.integer({ min, max }))
    .map((json) => ({ bytes: varint(json), json }));

const micro = 6;

const timed = (digits: number): fc.Arbitrary<Twice> =>
  fc.option(fc.tuple(fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }), fc.nat(999_999_999))).map((time) => {
    if (time === null) return { bytes: Buffer.of(), json: undefined };
    const [seconds, nanoseconds] = time;
    const fraction = digits === 0 ? '' : `.${String(nanoseconds).padStart(9, '0').slice(0, digits)}`;
    const json = new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, `${fraction}Z`);
    return { bytes: joined(integer(1, seconds), integer(2, nanoseconds)), json };
  });

const leafAtRandom: Record<Leaf, fc.Arbitrary<Twice>> = {
  string: said,
  bool: fc.boolean().map((json) => ({ bytes: varint(Number(json)), json })),
  int32: counted(-(2 ** 31), 2 ** 31 - 1),
  int64: counted(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  bytes: fc.uint8Array().map((bytes) => ({ bytes, json: Buffer.from(bytes).toString('base64') })),
  opaque: fc.json().map((json) => ({ bytes: bytes(1, json), json: JSON.parse(json) })),
  Time: timed(0),
  MicroTime: timed(micro),
  Quantity: fc.constantFrom('0', '100m', '64Mi', '1').map((json) => ({ bytes: bytes(1, json), json })),
  IntOrString: fc.oneof(fc.integer({ min: -5, max: 2 ** 31 - 1 }), fc.constantFrom('', '50%', 'http')).map((json) => ({
    bytes:
      typeof json === 'number'
        ? joined(integer(1, 0), integer(2, json), bytes(3, ''))
        : joined(integer(1, 1), integer(2, 0), bytes(3, json)),
    json,
  })),
};

// ── what nobody knows

const unknowns: fc.Arbitrary<Bytes[]> = fc.array(
  fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => integer(nowhere, value)),
    fc.uint8Array({ maxLength: 20 }).map((content) => bytes(nowhere, content)),
    fc.uint8Array({ minLength: 8, maxLength: 8 }).map((content) => joined(tag(nowhere, 1), content)),
    fc.uint8Array({ minLength: 4, maxLength: 4 }).map((content) => joined(tag(nowhere, 5), content)),
  ),
  { maxLength: 2 },
);

/** The lists woven into one, each in its own order. */
function interleaved(lists: readonly (readonly Bytes[])[], seed: number): Bytes[] {
  const left = lists.map((list) => [...list]);
  const woven: Bytes[] = [];
  for (let step = seed; left.some((list) => list.length > 0); step = (step * 31 + 17) % 1_000_003) {
    const waiting = left.filter((list) => list.length > 0);
    woven.push(waiting[step % waiting.length]!.shift()!);
  }
  return woven;
}
