/**
 * Where the elements of `data.result` begin in the beginning of an answer; undefined when that array has not come yet,
 * or never will.
 */
export function resultBegin(bytes: Buffer): number | undefined {
  const text = bytes.toString('latin1'); // one character a byte
  const keys: string[] = [];
  let depth = 0;
  for (const token of text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|[[\]{}]/g)) {
    const [written, name, colon] = token;
    if (name !== undefined) {
      if (colon !== undefined) keys[depth] = name;
    } else if (written === '[' && depth === 2 && keys[1] === 'data' && keys[2] === 'result') return token.index + 1;
    else if (written === '[' || written === '{') keys[(depth += 1)] = '';
    else depth -= 1;
  }
  return undefined;
}
