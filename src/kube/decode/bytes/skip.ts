import type { Cursor } from './cursor.ts';
import { closingQuote, COMMA, OPEN_LIST, OPEN_OBJECT, pastKey, pastScalar, pastSpace, QUOTE, SPACE } from './tokens.ts';

/**
 * Moves past one value, however deep, and checks it as strictly as JSON.parse would. Allocates nothing.
 *
 * This is where most bytes of an object go by, so it is one loop and not a function per JSON type:
 *
 *   value -> string | scalar ............ ended
 *         -> { key | [ ................. value          (one level deeper)
 *         -> { } | [ ] ................. ended
 *   ended -> , key | , ................. value
 *         -> } | ] ..................... ended          (one level up; at level 0: done)
 */
export function skip(cursor: Cursor): void {
  const { bytes, view, outer } = cursor; // handed on, for it costs to fetch them once a string
  let at = cursor.at;
  let depth = 0;
  let inside = 0; // the bracket that opened where we are; it is closed by the character two after it
  for (;;) {
    let byte = bytes[at]!;
    if (byte <= SPACE) {
      at = pastSpace(bytes, at);
      byte = bytes[at]!;
    }
    if (byte === QUOTE) {
      at = closingQuote(cursor, at + 1, bytes, view) + 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (depth === outer.length) throw cursor.broken(at, `at most ${depth} levels`, 'too-deep');
      at = pastSpace(bytes, at + 1);
      if (bytes[at] !== byte + 2) {
        outer[depth] = inside;
        inside = byte;
        depth += 1;
        if (inside === OPEN_OBJECT) at = pastKey(cursor, at, bytes, view);
        continue;
      }
      at += 1;
    } else {
      at = pastScalar(cursor, at);
    }
    for (;;) {
      if (depth === 0) {
        cursor.at = at;
        return;
      }
      byte = bytes[at]!;
      if (byte <= SPACE) {
        at = pastSpace(bytes, at);
        byte = bytes[at]!;
      }
      if (byte !== COMMA && byte !== inside + 2)
        throw cursor.broken(at, inside === OPEN_OBJECT ? "',' or '}'" : "',' or ']'");
      at += 1;
      if (byte === COMMA) break;
      depth -= 1;
      inside = outer[depth]!;
    }
    if (inside === OPEN_OBJECT) at = pastKey(cursor, at, bytes, view);
  }
}
