import { expect, test } from 'vitest';
import { dialectOf, dialects, newestDialect } from './dialect.ts';

for (const minor of ['34', '35', '36', '37', '36+']) {
  test(`minor ${minor} speaks its own dialect`, () => {
    const { dialect, known } = dialectOf(minor);
    expect([dialect.minor, known]).toEqual([Number.parseInt(minor, 10), true]);
  });
}

for (const minor of ['33', '38', '', 'x']) {
  test(`minor "${minor}" is not known: it gets the newest, and that is said`, () => {
    expect(dialectOf(minor)).toEqual({ dialect: newestDialect, known: false });
  });
}

test('each minor differs from the one before it', () => {
  const spoken = dialects.map((dialect) => JSON.stringify({ ...dialect, minor: 0 }));
  expect(new Set(spoken).size).toBe(dialects.length);
});
