import type { Cursor } from '#kube/decode/bytes/cursor.ts';
import { hasMoreThan, orNoEntries, whole } from '../found.ts';
import { freezeDeep } from '../freeze-deep.ts';
import type { Made } from '../made.ts';
import { internedText, readIntOrString, readQuantity, readTime, skipField } from './read-leaf.ts';
import { readEnd, readInteger, readVarint, skipValue } from './wire.ts';
import { LENGTH, VARINT, type WirePlan } from './wire-plan.ts';

// of a map's entry
const KEY = 1 * 8 + LENGTH;
const VALUE = 2 * 8 + LENGTH;

/** Reads the message from the cursor to `to`, all of it. */
export function readMessage<T>(cursor: Cursor, plan: WirePlan<T>, to: number): T;
export function readMessage(cursor: Cursor, plan: WirePlan<unknown>, to: number): unknown {
  if (plan.kind !== 'shared') return readFields(cursor, plan, to, new plan.Made(), 0);
  const from = cursor.at;
  const known = plan.values.find(cursor, from, to);
  if (known === undefined) {
    return plan.values.keep(cursor, from, to, freezeDeep(readMessage(cursor, plan.parts[0]!, to)));
  }
  cursor.at = to;
  return known;
}

/**
 * The hot loop. `seen` has a bit for each slot met before, and maybe for others: only for these does anybody look at
 * what was made so far.
 */
function readFields(cursor: Cursor, plan: WirePlan<unknown>, to: number, made: Made, seen: number): Made {
  const { slots, names, parts } = plan;
  const { bytes } = cursor;
  let met = seen;
  while (cursor.at < to) {
    let tag = bytes[cursor.at]!;
    if (tag < 0x80) cursor.at += 1;
    else tag = readVarint(cursor);
    const number = tag >>> 3;
    const slot = number < slots.length ? slots[number]! : -1;
    if (slot < 0) {
      if ((tag & 7) === LENGTH && tag > 7) cursor.at = readEnd(cursor, to);
      else skipField(cursor, tag, to);
      continue;
    }
    const part = parts[slot]!;
    const bit = 1 << (slot & 31);
    const isFirst = (met & bit) === 0;
    met |= bit;
    if (part.kind === 'inline') {
      checkWireType(cursor, part, tag);
      readFields(cursor, part, readEnd(cursor, to), made, isFirst ? 0 : -1);
      continue;
    }
    const name = names[slot]!;
    if (isFirst) {
      const value = readPart(cursor, part, tag, to);
      if (value !== undefined) made[name] = value;
      continue;
    }
    const value = readAgain(cursor, part, tag, to, made[name]);
    if (value === undefined) Reflect.deleteProperty(made, name);
    else made[name] = value;
  }
  if (cursor.at !== to) throw cursor.broken(to, 'the end of a message', 'unexpected');
  return made;
}

/** A field, or the run of records that together are one, from behind its first tag. */
function readPart(cursor: Cursor, part: WirePlan<unknown>, tag: number, to: number): unknown {
  if (part.kind === 'shared') return readShared(cursor, part, tag, to);
  if (part.kind === 'list') return readList(cursor, part, tag, to);
  checkWireType(cursor, part, tag);
  return part.isRepeated ? readMap(cursor, part, tag, to) : readValue(cursor, part, to);
}

/** Passes first and looks the bytes up: for most objects that is all there is to do. */
function readShared(cursor: Cursor, part: WirePlan<unknown>, tag: number, to: number): unknown {
  const inner = part.parts[0]!;
  // packed, or malformed
  if ((tag & 7) !== part.wireType) return freezeDeep(readPart(cursor, inner, tag, to));
  const from = cursor.at;
  do skipValue(cursor, part.wireType, to);
  while (part.isRepeated && followedBy(cursor, tag, to));
  const end = cursor.at;
  const known = part.values.find(cursor, from, end);
  if (known !== undefined) return known;
  cursor.at = from;
  const value = readPart(cursor, inner, tag, to);
  return value === undefined ? undefined : part.values.keep(cursor, from, end, freezeDeep(value));
}

/** One value, from behind its tag. */
function readValue(cursor: Cursor, plan: WirePlan<unknown>, to: number): unknown {
  if (plan.wireType === VARINT) return readScalar(cursor, plan);
  const end = readEnd(cursor, to);
  const from = cursor.at;
  if (plan.kind === 'fields') return readFields(cursor, plan, end, new plan.Made(), 0);
  if (plan.kind !== 'text' && plan.kind !== 'raw-text') return readLeaf(cursor, plan, end);
  cursor.at = end;
  if (from === end && !plan.writesZero) return undefined;
  return plan.kind === 'text'
    ? internedText(cursor, plan.texts, from, end)
    : cursor.bytes.toString(undefined, from, end);
}

function readScalar(cursor: Cursor, plan: WirePlan<unknown>): number | boolean | undefined {
  const value = readInteger(cursor);
  if (value === 0 && !plan.writesZero) return undefined;
  return plan.kind === 'boolean' ? value !== 0 : value;
}

function readLeaf(cursor: Cursor, plan: WirePlan<unknown>, end: number): unknown {
  const value = leafAt(cursor, plan, end);
  if (cursor.at !== end) throw cursor.broken(end, 'the end of a message', 'unexpected');
  return value;
}

function leafAt(cursor: Cursor, plan: WirePlan<unknown>, end: number): unknown {
  if (plan.kind === 'quantity') return readQuantity(cursor, plan, end);
  if (plan.kind === 'int-or-string') return readIntOrString(cursor, plan, end);
  if (plan.kind === 'time' || plan.kind === 'micro-time') return readTime(cursor, plan, end);
  cursor.at = end;
  return undefined;
}

function readList(cursor: Cursor, plan: WirePlan<unknown>, tag: number, to: number): readonly unknown[] {
  const element = plan.parts[0]!;
  const isPacked = (tag & 7) === LENGTH && element.wireType === VARINT;
  const found: unknown[] = [];
  do {
    if (isPacked) readPacked(cursor, element, to, found);
    else {
      const value = readPart(cursor, element, tag, to);
      if (value !== undefined && hasMoreThan(plan.beyond, value)) found.push(value);
    }
  } while (followedBy(cursor, tag, to));
  return whole(found);
}

function readPacked(cursor: Cursor, element: WirePlan<unknown>, to: number, found: unknown[]): void {
  const end = readEnd(cursor, to);
  let scalar = element;
  while (scalar.kind === 'shared') scalar = scalar.parts[0]!;
  while (cursor.at < end) found.push(readScalar(cursor, scalar));
  if (cursor.at !== end) throw cursor.broken(end, 'the end of a list', 'unexpected');
}

/** A map, all of it or the keys wanted. */
function readMap(cursor: Cursor, plan: WirePlan<unknown>, tag: number, to: number): Readonly<Made> {
  const made: Made = {};
  do readEntry(cursor, plan, to, made);
  while (followedBy(cursor, tag, to));
  return plan.kind === 'picked-map' ? orNoEntries(made) : made;
}

function readEntry(cursor: Cursor, plan: WirePlan<unknown>, to: number, made: Made): void {
  const end = readEnd(cursor, to);
  let keyFrom = end;
  let keyTo = end;
  let valueAt = -1;
  while (cursor.at < end) {
    const tag = readVarint(cursor);
    if (tag === VALUE) valueAt = cursor.at;
    if (tag === KEY) {
      keyTo = readEnd(cursor, end);
      keyFrom = cursor.at;
      cursor.at = keyTo;
    } else skipField(cursor, tag, end);
  }
  if (cursor.at !== end) throw cursor.broken(end, 'the end of an entry', 'unexpected');
  const isWhole = plan.kind === 'text-map';
  const slot = isWhole ? -1 : plan.keys.slotOf(cursor, keyFrom, keyTo);
  if (slot >= 0 || isWhole) {
    const key = isWhole ? internedText(cursor, plan.texts, keyFrom, keyTo) : plan.names[slot]!;
    const value = valueOf(cursor, plan.parts[0]!, valueAt, end);
    if (value === undefined) Reflect.deleteProperty(made, key);
    else setOwn(made, key, value);
  }
  cursor.at = end;
}

/** A value that is not there is the empty one. */
function valueOf(cursor: Cursor, value: WirePlan<unknown>, at: number, end: number): unknown {
  if (at < 0) return value.kind === 'text' ? '' : value.kind === 'quantity' ? '0' : undefined;
  cursor.at = at;
  return readValue(cursor, value, end);
}

function setOwn(made: Made, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true });
  else made[key] = value;
}

/** A field met before: a list or a map grows, a message is filled up, of anything else the last one wins. */
function readAgain(cursor: Cursor, part: WirePlan<unknown>, tag: number, to: number, before: unknown): unknown {
  if (part.kind === 'shared') {
    return freezeDeep(readAgain(cursor, part.parts[0]!, tag, to, structuredClone(before))); // what is frozen stays
  }
  if (part.kind === 'fields' && isObject(before)) {
    checkWireType(cursor, part, tag);
    return readFields(cursor, part, readEnd(cursor, to), before, -1);
  }
  const value = readPart(cursor, part, tag, to);
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  return part.isRepeated && isObject(before) && isObject(value) ? { ...before, ...value } : value;
}

function isObject(value: unknown): value is Made {
  return typeof value === 'object' && value !== null;
}

/** Moves past the next tag if it is this one. */
function followedBy(cursor: Cursor, tag: number, to: number): boolean {
  const { at } = cursor;
  if (at >= to) return false;
  if (readVarint(cursor) === tag) return true;
  cursor.at = at;
  return false;
}

function checkWireType(cursor: Cursor, part: WirePlan<unknown>, tag: number): void {
  if ((tag & 7) !== part.wireType)
    throw cursor.broken(cursor.at - 1, `a tag of wire type ${part.wireType}`, 'unexpected');
}
