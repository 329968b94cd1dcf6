const encoder = new TextEncoder();
const mark = '…';
const markBytes = encoder.encode(mark).length;

/** The text if it takes no more bytes than that in UTF-8; else as many whole characters as leave room for a `…`. */
export function cutToBytes(text: string, limit: number): string {
  const whole = text.toWellFormed(); // half a surrogate pair would be refused on the wire
  if (encoder.encode(whole).length <= limit) return whole;
  const { read } = encoder.encodeInto(whole, new Uint8Array(limit - markBytes));
  return whole.slice(0, read) + mark;
}
