/** 32 bits of a text, by its code units: the same everywhere and always. FNV-1a, its bits then mixed. */
export function hashOfText(text: string, seed: number = 0): number {
  let hash = 0x811c_9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), 0x0100_0193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x0100_0193);
  }
  return mixed(hash);
}

/** 32 bits of bytes, likewise. */
export function hashOfBytes(bytes: Uint8Array, seed: number = 0): number {
  let hash = 0x811c_9dc5 ^ seed;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x0100_0193);
  return mixed(hash);
}

/** Every bit of a word spread over all 32 (the finaliser of MurmurHash3): neighbours become strangers, and none meet. */
export function mixed(word: number): number {
  let hash = word ^ (word >>> 16);
  hash = Math.imul(hash, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
