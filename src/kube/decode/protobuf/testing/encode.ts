/** The tiniest encoder: records by hand, as generated Go code writes them. */

export type Bytes = Uint8Array;

export function varint(value: number | bigint): Bytes {
  let left = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  for (; left >= 0x80n; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Uint8Array.from([...bytes, Number(left)]);
}

export const tag = (number: number, wireType: number): Bytes => varint(number * 8 + wireType);

export const integer = (number: number, value: number | bigint): Bytes => joined(tag(number, 0), varint(value));

/** A record of bytes, text or a message. */
export function bytes(number: number, ...content: readonly (Bytes | string)[]): Bytes {
  const whole = joined(...content);
  return joined(tag(number, 2), varint(whole.length), whole);
}

export const joined = (...parts: readonly (Bytes | string)[]): Bytes =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

const magic = Uint8Array.from([0x6b, 0x38, 0x73, 0]);

/** An object as an answer holds it. */
export function enveloped(kind: string, message: Bytes, ...after: readonly Bytes[]): Bytes {
  const typeMeta = bytes(1, bytes(1, 'v1'), bytes(2, kind));
  return joined(magic, typeMeta, bytes(2, message), ...after, bytes(3, ''), bytes(4, ''));
}

/** A list as an answer holds it. */
export function aList(kind: string, items: readonly Bytes[], version: string = '7'): Bytes {
  const metadata = bytes(1, bytes(1, ''), bytes(2, version), bytes(3, 'more'), integer(4, 3));
  return enveloped(`${kind}List`, joined(metadata, ...items.map((item) => bytes(2, item))));
}

/** An event as a watch holds it. */
export function anEvent(type: string, kind: string, message: Bytes): Bytes {
  return framed(joined(bytes(1, type), bytes(2, bytes(1, enveloped(kind, message)))));
}

export function framed(event: Bytes): Bytes {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return joined(length, event);
}
