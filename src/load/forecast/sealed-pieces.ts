import { hashOfBytes } from '#base/hash.ts';

const SEAL_BYTES = 4;

/** Pieces that vouch for themselves and for all before them: after its bytes each has a checksum, over that of the one before. */
export function* sealed(bodies: Iterable<Uint8Array>): Generator<Uint8Array> {
  let seal = 0;
  for (const body of bodies) {
    seal = hashOfBytes(body, seal);
    const piece = new Uint8Array(body.length + SEAL_BYTES);
    piece.set(body);
    sealOf(piece).setUint32(0, seal);
    yield piece;
  }
}

/** What was sealed, piece by piece in their order; undefined where a piece is not what it was, or not the next. */
export function unsealing(): (piece: Uint8Array) => Uint8Array | undefined {
  let seal = 0;
  return (piece) => {
    if (piece.length < SEAL_BYTES) return undefined;
    const body = piece.subarray(0, piece.length - SEAL_BYTES);
    seal = hashOfBytes(body, seal);
    return sealOf(piece).getUint32(0) === seal ? body : undefined;
  };
}

const sealOf = ({ buffer, byteOffset, length }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset + length - SEAL_BYTES, SEAL_BYTES);
