import type { Cursor } from '#kube/decode/bytes/cursor.ts';
import { EIGHT_BYTES, FOUR_BYTES, LENGTH, VARINT } from './wire-plan.ts';

/**
 * The parts that all messages are made of. What they pass may lie beyond `to`, never far: zeros follow every window,
 * and a zero ends a varint. Whoever reads a message compares with its end.
 */

/** A varint of 32 bits, as tags and lengths are. */
export function readVarint(cursor: Cursor): number {
  const { bytes, at } = cursor;
  const first = bytes[at]!;
  if (first < 0x80) {
    cursor.at = at + 1;
    return first;
  }
  const second = bytes[at + 1]!;
  if (second >= 0x80) return readLongVarint(cursor);
  cursor.at = at + 2;
  return (first & 0x7f) | (second << 7);
}

function readLongVarint(cursor: Cursor): number {
  const { bytes, at } = cursor;
  let value = 0;
  let unit = 1;
  for (let place = 0; place < 5; place += 1) {
    const byte = bytes[at + place]!;
    value += (byte & 0x7f) * unit;
    unit *= 128;
    if (byte >= 0x80) continue;
    if (value >= 2 ** 32) break;
    cursor.at = at + place + 1;
    return value;
  }
  throw cursor.broken(at, 'a tag or a length', 'unexpected');
}

/** A varint of 64 bits with a sign; beyond 2^53 the nearest number, as JSON.parse has it. */
export function readInteger(cursor: Cursor): number {
  const { bytes, at } = cursor;
  const first = bytes[at]!;
  if (first < 0x80) {
    cursor.at = at + 1;
    return first;
  }
  let low = 0;
  let high = 0;
  let unit = 1;
  for (let place = 0; place < 10; place += 1) {
    const byte = bytes[at + place]!;
    if (place === 5) unit = 1;
    if (place < 5) low += (byte & 0x7f) * unit;
    else high += (byte & 0x7f) * unit;
    unit *= 128;
    if (byte < 0x80) {
      cursor.at = at + place + 1;
      return signed(low, high);
    }
  }
  throw cursor.broken(at, 'an integer', 'unexpected');
}

/** `low` has the lower 35 bits. */
function signed(low: number, high: number): number {
  const upper = (high * 8 + Math.floor(low / 2 ** 32)) | 0;
  return upper * 2 ** 32 + (low >>> 0);
}

/** Moves past the length of what follows; its end, which is at most `to`. */
export function readEnd(cursor: Cursor, to: number): number {
  const from = cursor.at;
  const end = readVarint(cursor) + cursor.at;
  if (end > to) throw cursor.broken(from, `a length within the ${to - from} bytes left`, 'unexpected');
  return end;
}

/** Moves past a value that nobody wants. */
export function skipValue(cursor: Cursor, wireType: number, to: number): void {
  const from = cursor.at;
  if (wireType === LENGTH) cursor.at = readEnd(cursor, to);
  else if (wireType === VARINT) readInteger(cursor);
  else if (wireType === EIGHT_BYTES) cursor.at += 8;
  else if (wireType === FOUR_BYTES) cursor.at += 4;
  else throw cursor.broken(from - 1, 'a tag', 'unexpected');
  if (cursor.at > to) throw cursor.broken(from, `a value within the ${to - from} bytes left`, 'unexpected');
}
