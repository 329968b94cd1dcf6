import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutToBytes } from './cut-to-bytes.ts';

const cases = [
  { name: 'what fits is kept', text: 'abcdef', limit: 6, want: 'abcdef' },
  { name: 'what does not fit ends in a mark', text: 'abcdefg', limit: 6, want: 'abc…' },
  { name: 'two-byte letters are not halved', text: 'üüüü', limit: 6, want: 'ü…' },
  { name: 'four-byte characters are not halved', text: '⛵🚢🚢🚢', limit: 12, want: '⛵🚢…' },
  { name: 'half a surrogate pair becomes a replacement character', text: 'a\ud83d', limit: 6, want: 'a\ufffd' },
  { name: 'nothing stays nothing', text: '', limit: 6, want: '' },
];
for (const c of cases) {
  test(c.name, () => {
    expect(cutToBytes(c.text, c.limit)).toBe(c.want);
  });
}

const anyText = fc.string({ unit: fc.constantFrom('a', 'ü', '…', '🚢', '\ud83d', '\udea2'), maxLength: 30 });

test('a cut text fits, is whole characters, and begins as the text did', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 3, max: 40 }), (text, limit) => {
      const cut = cutToBytes(text, limit);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut === text.toWellFormed() || text.toWellFormed().startsWith(cut.slice(0, -1))).toBe(true);
    }),
  );
});
