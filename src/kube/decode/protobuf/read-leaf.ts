import type { Cursor } from '#kube/decode/bytes/cursor.ts';
import type { Pool } from '../interner.ts';
import { readEnd, readInteger, readVarint, skipValue } from './wire.ts';
import { LENGTH, VARINT, type WirePlan } from './wire-plan.ts';

const tagOf = (number: number, wireType: number): number => number * 8 + wireType;

const SECONDS = tagOf(1, VARINT);
const NANOSECONDS = tagOf(2, VARINT);
const QUANTITY = tagOf(1, LENGTH);
const TYPE = tagOf(1, VARINT);
const INTEGER = tagOf(2, VARINT);
const STRING = tagOf(3, LENGTH);

const BACKSLASH = 0x5c;

/** What RFC 3339 has years for, in seconds since 1970. */
const FIRST_SECOND = -62_167_219_200;
const LAST_SECOND = 253_402_300_799;

/** The string of these bytes, once for all that have it. */
export function internedText(cursor: Cursor, texts: Pool<string>, from: number, to: number): string {
  const known = texts.find(cursor, from, to);
  // JSON keeps strings by their spelling: with a backslash the same bytes may be another string there
  if (known !== undefined && (known.length === to - from || !cursor.bytes.subarray(from, to).includes(BACKSLASH))) {
    return known;
  }
  const text = cursor.bytes.toString(undefined, from, to);
  return text.includes('\\') ? text : texts.keep(cursor, from, to, text);
}

/** A Quantity's string; its zero is "0". */
export function readQuantity(cursor: Cursor, plan: WirePlan<unknown>, to: number): string {
  let text = '0';
  while (cursor.at < to) {
    const tag = readVarint(cursor);
    if (tag !== QUANTITY) {
      skipField(cursor, tag, to);
      continue;
    }
    const end = readEnd(cursor, to);
    text = internedText(cursor, plan.texts, cursor.at, end);
    cursor.at = end;
  }
  return text;
}

/** RFC 3339 as the API server's JSON has it: whole seconds, or six digits of them. Undefined for no time at all. */
export function readTime(cursor: Cursor, { kind, values }: WirePlan<unknown>, to: number): unknown {
  const from = cursor.at;
  if (from === to) return undefined;
  const isMicro = kind === 'micro-time';
  const known = isMicro ? undefined : values.find(cursor, from, to);
  if (known !== undefined) {
    cursor.at = to;
    return known;
  }
  let seconds = 0;
  let nanoseconds = 0;
  while (cursor.at < to) {
    const tag = readVarint(cursor);
    if (tag === SECONDS) seconds = readInteger(cursor);
    else if (tag === NANOSECONDS) nanoseconds = readInteger(cursor);
    else skipField(cursor, tag, to);
  }
  const isTime = seconds >= FIRST_SECOND && seconds <= LAST_SECOND && nanoseconds >= 0 && nanoseconds < 1e9;
  if (!isTime) throw cursor.broken(from, 'a time', 'unexpected');
  const text = new Date(seconds * 1000).toISOString().slice(0, 19);
  if (isMicro) return `${text}.${String(Math.floor(nanoseconds / 1000)).padStart(6, '0')}Z`;
  return cursor.at === to ? values.keep(cursor, from, to, `${text}Z`) : undefined;
}

/** The number or the string; undefined where the other one is wanted. */
export function readIntOrString(cursor: Cursor, { wants, texts }: WirePlan<unknown>, to: number): unknown {
  const start = cursor.at;
  let type = 0;
  let integer = 0;
  let text = '';
  while (cursor.at < to) {
    const tag = readVarint(cursor);
    if (tag === TYPE) type = readInteger(cursor);
    else if (tag === INTEGER) integer = readInteger(cursor);
    else if (tag === STRING) {
      const end = readEnd(cursor, to);
      text = internedText(cursor, texts, cursor.at, end);
      cursor.at = end;
    } else skipField(cursor, tag, to);
  }
  if (type !== 0 && type !== 1) throw cursor.broken(start, 'a number or a string', 'unexpected');
  if (type === 0) return wants === 'text' ? undefined : integer;
  return wants === 'number' ? undefined : text;
}

/** Moves past a field whose tag was read and that nobody wants. */
export function skipField(cursor: Cursor, tag: number, to: number): void {
  if (tag < 8) throw cursor.broken(cursor.at - 1, 'a tag', 'unexpected');
  skipValue(cursor, tag & 7, to);
}
