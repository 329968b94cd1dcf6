import { expect, test } from 'vitest';
import { reasonCode, reasonWords, unknownReasons } from '#load/unknown-reason.ts';

test('a column filled with zeros was never seen', () => expect(unknownReasons[0]).toBe('never-seen'));

for (const reason of unknownReasons) {
  test(`${reason} has a code of its own and words that complete a sentence`, () => {
    expect(unknownReasons[reasonCode(reason)]).toBe(reason);
    expect(reasonWords[reason]).toMatch(/^[a-z].*[^.]$/);
  });
}
