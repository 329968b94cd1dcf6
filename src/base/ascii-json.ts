/** A value as JSON in bytes, each of which is a character of ASCII: what is none is escaped. */
export function asciiJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value).replace(/[\u0080-\uffff]/g, escaped);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export function parseAsciiJson(bytes: Uint8Array): unknown {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    // spread, they would be gone through one by one
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + AT_ONCE));
  }
  return JSON.parse(text);
}

/** So many arguments a call takes without harm. */
const AT_ONCE = 4096;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
