import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantText, parseInstant } from '#load/instant.ts';

const HALF = Date.UTC(2026, 10, 30, 9, 59, 30);

const cases = [
  { text: '2026-11-30T09:59:30.123456+00:00', want: HALF + 123 },
  { text: '2026-11-30T17:59:30+08:00', want: HALF },
  { text: '2026-11-30T04:59:30-05:00', want: HALF },
  { text: '2026-11-30T09:59:30Z', want: HALF },
  { text: '2026-11-30t09:59:30z', want: HALF },
  { text: '2028-02-29T00:00:00Z', want: Date.UTC(2028, 1, 29) },
  { text: '2026-11-30 09:59:30', want: undefined },
  { text: '2026-11-30T09:59:30', want: undefined },
  { text: 'yesterday', want: undefined },
  { text: '', want: undefined },
  { text: '1796032800', want: undefined },
  { text: '2026-02-29T00:00:00Z', want: undefined },
  { text: '2026-13-01T00:00:00Z', want: undefined },
  { text: '2026-11-30T24:00:00Z', want: undefined },
  { text: '2026-11-30T09:59:60Z', want: undefined },
  { text: '2026-11-30T09:59:30+24:00', want: undefined },
  { text: '2026-11-30T09:59:30+08:60', want: undefined },
  { text: '0001-01-01T00:00:00Z', want: undefined },
];
for (const { text, want } of cases) {
  test(`A-17: "${text}" ${want === undefined ? 'names no instant' : 'is an instant'}`, () => {
    expect(parseInstant(text)).toBe(want);
  });
}

test('A-17: what is written is UTC, whole seconds, never newer than it was', () => {
  expect(instantText(HALF + 999)).toBe('2026-11-30T09:59:30Z');
});

test('A-17, trap 5: what is written is read as the same second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2999, 0) }), (at) => {
      expect(parseInstant(instantText(at))).toBe(at - (at % 1000));
    }),
  );
});

test('A-17: what is written most is read as what is written seldom', () => {
  const plain = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date(Date.UTC(9999, 0)),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(plain, (date) => {
      const text = date.toISOString();
      const withOffset = `${text.slice(0, -1)}+00:00`;
      expect(parseInstant(text)).toBe(parseInstant(withOffset));
    }),
  );
});
