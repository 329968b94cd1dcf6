/** A number 0..2^32-1 that depends on the text alone, the same in every process (FNV-1a, 32 bits, over UTF-16 units). */
export function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
}
