import { expect, test } from 'vitest';
import { asciiJson, parseAsciiJson } from '#base/ascii-json.ts';

const values = [null, '', 'shop/web', 'näme \u{1F6A2} "\\\n', [0.1 + 0.2, 5e-324], { a: ['x'.repeat(10_000)] }];

test.each(values)('a value is read as it was written, from bytes below 128: %j', (value) => {
  const bytes = asciiJson(value);
  expect(Math.max(...bytes)).toBeLessThan(128);
  expect(parseAsciiJson(bytes)).toEqual(value);
});
