import type { Cursor } from './cursor.ts';

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const SPACE = 0x20;
const LOWER_E = 0x65;
export const LOWER_F = 0x66;
export const LOWER_N = 0x6e;
export const LOWER_T = 0x74;
const LOWER_U = 0x75;

const isSpace: Uint8Array = table(' \t\n\r');
const isEscape: Uint8Array = table('"\\/bfnrt');
const isHex: Uint8Array = table('0123456789abcdefABCDEF');

/** Moves to the next byte that is not white space, and returns it. */
export function look(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at]!;
  if (byte > SPACE) return byte;
  cursor.at = pastSpace(cursor.bytes, cursor.at);
  return cursor.bytes[cursor.at]!;
}

/** The first place from `at` on that is not white space. */
export function pastSpace(bytes: Buffer, from: number): number {
  let at = from;
  if (bytes[at]! > SPACE) return at; // as a rule: what machines write has none
  while (isSpace[bytes[at]!] === 1) at += 1;
  return at;
}

/**
 * The place of the quote that closes the string whose first byte (after its quote) is at `from`.
 *
 * Four bytes at a time: `hits` has the high bit of a byte set where that byte is below 0x23 (quote, control, space,
 * exclamation mark) or a backslash; for some bytes of other alphabets too, but the first hit never comes too late.
 * Half as costly as a byte at a time, and for the short strings of Kubernetes objects a third of Buffer.indexOf.
 */
export function closingQuote(cursor: Cursor, from: number, bytes: Buffer, view: DataView): number {
  let at = from;
  for (;;) {
    let hits: number;
    for (;;) {
      const four = view.getInt32(at, true);
      hits = ((four - 0x23232323) | ((four ^ 0x5c5c5c5c) - 0x01010101)) & 0x80808080;
      if (hits !== 0) break;
      at += 4;
    }
    at += (31 - Math.clz32(hits & -hits)) >> 3;
    const byte = bytes[at]!;
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at = pastEscape(cursor, at);
    else if (byte >= SPACE) at += 1;
    else throw cursor.broken(at, 'a closing quote');
  }
}

function pastEscape(cursor: Cursor, at: number): number {
  const { bytes } = cursor;
  cursor.escaped = true;
  const byte = bytes[at + 1]!;
  if (isEscape[byte] === 1) return at + 2;
  if (byte !== LOWER_U) throw cursor.broken(at + 1, 'an escape');
  for (let digit = at + 2; digit < at + 6; digit += 1) {
    if (isHex[bytes[digit]!] !== 1) throw cursor.broken(digit, 'a hexadecimal digit');
  }
  return at + 6;
}

/** The place after the key that begins at or after `from`, its colon included. */
export function pastKey(cursor: Cursor, from: number, bytes: Buffer, view: DataView): number {
  let at = bytes[from] === QUOTE ? from : pastSpace(bytes, from);
  if (bytes[at] !== QUOTE) throw cursor.broken(at, 'a key');
  at = closingQuote(cursor, at + 1, bytes, view) + 1;
  if (bytes[at] !== COLON) at = pastSpace(bytes, at);
  if (bytes[at] !== COLON) throw cursor.broken(at, 'a colon');
  return at + 1;
}

/** The place after the number or literal that begins at `at`. */
export function pastScalar(cursor: Cursor, at: number): number {
  const first = cursor.bytes[at];
  if (first === LOWER_T) return pastWord(cursor, at, 'true');
  if (first === LOWER_F) return pastWord(cursor, at, 'false');
  return first === LOWER_N ? pastWord(cursor, at, 'null') : pastNumber(cursor, at);
}

function pastWord(cursor: Cursor, from: number, word: string): number {
  for (let index = 1; index < word.length; index += 1) {
    if (cursor.bytes[from + index] !== word.charCodeAt(index)) throw cursor.broken(from + index, `'${word}'`);
  }
  return from + word.length;
}

function pastNumber(cursor: Cursor, from: number): number {
  const { bytes } = cursor;
  let at = bytes[from] === MINUS ? from + 1 : from;
  if (!isDigit(bytes[at]!)) throw cursor.broken(at, at === from ? 'a value' : 'a digit');
  at = bytes[at] === ZERO ? at + 1 : pastDigits(cursor, at);
  if (bytes[at] === DOT) at = pastDigits(cursor, at + 1);
  if ((bytes[at]! | 0x20) !== LOWER_E) return at;
  const signed = bytes[at + 1] === MINUS || bytes[at + 1] === 0x2b;
  return pastDigits(cursor, signed ? at + 2 : at + 1);
}

function pastDigits(cursor: Cursor, from: number): number {
  let at = from;
  while (isDigit(cursor.bytes[at]!)) at += 1;
  if (at === from) throw cursor.broken(at, 'a digit');
  return at;
}

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function table(characters: string): Uint8Array {
  const found = new Uint8Array(256);
  for (const character of characters) found[character.charCodeAt(0)] = 1;
  return found;
}
