import { expect, test } from 'vitest';
import { parseDuration } from '#base/duration.ts';

const cases = [
  { text: '500ms', want: 500 },
  { text: '30s', want: 30_000 },
  { text: '2m', want: 120_000 },
  { text: '1h30m', want: 5_400_000 },
  { text: '1.5h', want: 5_400_000 },
  { text: '1d', want: 86_400_000 },
  { text: '1m500ms', want: 60_500 },
  { text: '0s', want: 0 },
  { text: '0.1ms', want: 0 },
  { text: '', want: undefined },
  { text: '30', want: undefined },
  { text: '30 s', want: undefined },
  { text: '-30s', want: undefined },
  { text: '30m1h', want: undefined },
  { text: '1e3s', want: undefined },
  { text: '999999999999999d', want: undefined },
];
for (const c of cases) {
  test(`"${c.text}" is ${c.want === undefined ? 'no duration' : `${c.want} ms`}`, () => {
    expect(parseDuration(c.text)).toBe(c.want);
  });
}
