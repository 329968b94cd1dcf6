import type { Plan } from './compile.ts';
import type { Cursor } from './bytes/cursor.ts';
import { freezeDeep } from './freeze-deep.ts';
import { hasMoreThan, orNoEntries, whole } from './found.ts';
import type { Pool } from './interner.ts';
import { type KeyTable, unescaped } from './key-table.ts';
import { skip } from './bytes/skip.ts';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  closingQuote,
  COLON,
  COMMA,
  isDigit,
  look,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  MINUS,
  OPEN_LIST,
  OPEN_OBJECT,
  pastScalar,
  QUOTE,
} from './bytes/tokens.ts';

/** Reads the value the cursor stands before, and moves past it. Undefined when it is null or of another type. */
export function read<T>(cursor: Cursor, plan: Plan<T>): T | undefined;
export function read(cursor: Cursor, plan: Plan<unknown>): unknown {
  const first = look(cursor);
  if (first === LOWER_N) {
    cursor.at = pastScalar(cursor, cursor.at);
    return undefined;
  }
  switch (plan.kind) {
    case 'fields':
      return first === OPEN_OBJECT ? readFields(cursor, plan) : mismatch(cursor);
    case 'text':
      return first === QUOTE ? readString(cursor, plan.texts) : mismatch(cursor);
    case 'raw-text':
      return first === QUOTE ? readString(cursor, undefined) : mismatch(cursor);
    case 'shared':
      return readShared(cursor, plan.values!, plan.parts[0]!);
    case 'list':
      return first === OPEN_LIST ? readList(cursor, plan) : mismatch(cursor);
    case 'text-map':
      return first === OPEN_OBJECT ? readTextMap(cursor, plan.texts) : mismatch(cursor);
    case 'number':
      return first === MINUS || isDigit(first) ? readNumber(cursor) : mismatch(cursor);
    case 'boolean':
      return first === LOWER_T || first === LOWER_F ? readBoolean(cursor) : mismatch(cursor);
    case 'json':
      return JSON.parse(skipped(cursor));
    case 'nothing':
    default:
      return skip(cursor);
  }
}

function readFields(cursor: Cursor, plan: Plan<unknown>): Readonly<Record<string, unknown>> {
  const { names, parts } = plan;
  const made = new plan.Made();
  for (let more = opens(cursor, CLOSE_OBJECT); more; more = goesOn(cursor, CLOSE_OBJECT)) {
    const slot = readSlot(cursor, plan.keys);
    if (slot < 0) {
      skip(cursor);
      continue;
    }
    const name = names[slot]!;
    const value = read(cursor, parts[slot]!);
    if (value !== undefined) made[name] = value;
    else if (made[name] !== undefined) Reflect.deleteProperty(made, name); // the last of equal keys wins, absent or not
  }
  return orNoEntries(made);
}

function readList(cursor: Cursor, { parts, beyond }: Plan<unknown>): readonly unknown[] {
  const element = parts[0]!;
  const found: unknown[] = [];
  for (let more = opens(cursor, CLOSE_LIST); more; more = goesOn(cursor, CLOSE_LIST)) {
    const value = read(cursor, element);
    if (value !== undefined && hasMoreThan(beyond, value)) found.push(value);
  }
  return whole(found);
}

function readTextMap(cursor: Cursor, texts: Pool<string>): Record<string, string> {
  const made: Record<string, string> = {};
  for (let more = opens(cursor, CLOSE_OBJECT); more; more = goesOn(cursor, CLOSE_OBJECT)) {
    const key = readKey(cursor, texts);
    const first = look(cursor);
    if (first === QUOTE) setOwn(made, key, readString(cursor, texts));
    else {
      if (first === LOWER_N) skip(cursor);
      else mismatch(cursor);
      Reflect.deleteProperty(made, key); // here too
    }
  }
  return made;
}

/** Scans first and looks the bytes up: for most objects that is all there is to do. */
function readShared(cursor: Cursor, values: Pool<unknown>, whole: Plan<unknown>): unknown {
  const from = cursor.at;
  skip(cursor);
  const to = cursor.at;
  const known = values.find(cursor, from, to);
  if (known !== undefined) return known;
  cursor.at = from;
  const value = read(cursor, whole);
  return value === undefined ? undefined : values.keep(cursor, from, to, freezeDeep(value));
}

/** Moves past `{` or `[`; whether anything is inside. */
export function opens(cursor: Cursor, close: number): boolean {
  cursor.at += 1;
  if (look(cursor) !== close) return true;
  cursor.at += 1;
  return false;
}

/** Moves past the comma or the bracket after a value; whether another value follows. */
export function goesOn(cursor: Cursor, close: number): boolean {
  const next = look(cursor);
  if (next !== COMMA && next !== close)
    throw cursor.broken(cursor.at, close === CLOSE_LIST ? "',' or ']'" : "',' or '}'");
  cursor.at += 1;
  return next === COMMA;
}

/** Moves past a key and its colon; the key's slot, or -1. */
export function readSlot(cursor: Cursor, keys: KeyTable): number {
  if (look(cursor) !== QUOTE) throw cursor.broken(cursor.at, 'a key');
  const from = cursor.at + 1;
  cursor.escaped = false;
  const to = closingQuote(cursor, from, cursor.bytes, cursor.view);
  cursor.at = to + 1;
  const slot = keys.slotOf(cursor, from, to);
  passColon(cursor);
  return slot;
}

function readKey(cursor: Cursor, texts: Pool<string>): string {
  if (look(cursor) !== QUOTE) throw cursor.broken(cursor.at, 'a key');
  const key = readString(cursor, texts);
  passColon(cursor);
  return key;
}

function passColon(cursor: Cursor): void {
  if (look(cursor) !== COLON) throw cursor.broken(cursor.at, 'a colon');
  cursor.at += 1;
}

/** A string, from the pool if there is one. */
function readString(cursor: Cursor, texts: Pool<string> | undefined): string {
  const from = cursor.at + 1;
  cursor.escaped = false;
  const to = closingQuote(cursor, from, cursor.bytes, cursor.view);
  cursor.at = to + 1;
  if (texts === undefined) return spell(cursor, from, to);
  return texts.find(cursor, from, to) ?? texts.keep(cursor, from, to, spell(cursor, from, to));
}

function spell(cursor: Cursor, from: number, to: number): string {
  const spelt = cursor.bytes.toString('utf8', from, to);
  return cursor.escaped ? unescaped(spelt) : spelt;
}

function readNumber(cursor: Cursor): number {
  return Number(skipped(cursor));
}

function readBoolean(cursor: Cursor): boolean {
  return skipped(cursor) === 'true';
}

function mismatch(cursor: Cursor): undefined {
  cursor.mismatches += 1;
  skip(cursor);
  return undefined;
}

/** Moves past a value; its text. */
function skipped(cursor: Cursor): string {
  const from = cursor.at;
  skip(cursor);
  return cursor.bytes.toString('utf8', from, cursor.at);
}

function setOwn(made: Record<string, string>, key: string, value: string): void {
  if (key === '__proto__')
    Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true });
  else made[key] = value;
}
