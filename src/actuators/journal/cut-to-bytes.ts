const encoder = new TextEncoder();
const mark = '…';
const markBytes = encoder.encode(mark).length;

/** The text if its UTF-8 form has at most `limit` bytes; else as many whole characters as leave room for a `…`. */
export function cutToBytes(text: string, limit: number): string {
  // half a surrogate pair would be refused on the wire
  const whole = text.toWellFormed();
  if (encoder.encode(whole).length <= limit) return whole;
  // encodeInto stops before a character that does not fit
  const { read } = encoder.encodeInto(whole, new Uint8Array(limit - markBytes));
  return whole.slice(0, read) + mark;
}
