const ENOUGH_BYTES = 16 * 1024;
const LONGEST = 300;

/** The beginning of a body, enough to tell what it is. A short one is read whole, so that its connection can be used again. */
export async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= ENOUGH_BYTES) break;
  }
  return Buffer.concat(chunks).toString();
}

/** Whether a text is a page for people. */
export function isHtml(text: string): boolean {
  return /^\s*(<!doctype html|<html|<head|<\?xml|<!--)/i.test(text);
}

/** What a text says, on one line: of a page, its title. */
export function excerptOf(text: string): string {
  const title = isHtml(text) ? /<title[^>]*>([^<]*)<\/title>/i.exec(text)?.[1] : undefined;
  const line = (title ?? text).replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
