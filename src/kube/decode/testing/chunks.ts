import * as fc from 'fast-check';

/** Where to cut a text: fractions of its length; or everywhere. */
export const cuts: fc.Arbitrary<readonly number[] | 'everywhere'> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constant('everywhere' as const) },
);

/** The bytes in pieces, some of them empty, each in memory of its own that is overwritten once handed over. */
export function* chunksOf(bytes: Uint8Array, cuts: readonly number[] | 'everywhere'): Generator<Uint8Array> {
  const places = cuts === 'everywhere' ? bytes.keys() : cuts.map((cut) => Math.floor(cut * bytes.length));
  const ends = [...[...places].toSorted((a, b) => a - b), bytes.length];
  let start = 0;
  for (const end of ends) {
    const chunk = Uint8Array.from(bytes.subarray(start, end));
    yield chunk;
    chunk.fill(0x5a);
    start = end;
  }
}
