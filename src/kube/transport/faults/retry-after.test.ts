import { expect, test } from 'vitest';
import { backoffMs } from '#kube/transport/backoff.ts';
import { retryAfterMs } from './retry-after.ts';

const now = Date.UTC(2030, 0, 1);
const cases = [
  { name: 'nothing', header: undefined, want: undefined },
  { name: 'seconds', header: ' 12 ', want: 12_000 },
  { name: 'none to wait', header: '0', want: 0 },
  { name: 'a date to come', header: 'Tue, 01 Jan 2030 00:00:30 GMT', want: 30_000 },
  { name: 'a date gone by', header: 'Mon, 31 Dec 2029 23:59:00 GMT', want: 0 },
  { name: 'less than nothing', header: '-5', want: undefined },
  { name: 'nonsense', header: 'later', want: undefined },
];
for (const c of cases) test(c.name, () => expect(retryAfterMs(c.header, now)).toBe(c.want));

test('backoff doubles up to the cap, and may be anything below', () => {
  const options = { baseMs: 100, capMs: 1000 };
  const waits = (random: number): number[] =>
    [1, 2, 3, 4, 5, 60].map((attempt) => backoffMs(attempt, () => random, options));
  expect(waits(1)).toEqual([100, 200, 400, 800, 1000, 1000]);
  expect(waits(0.5)).toEqual([50, 100, 200, 400, 500, 500]);
  expect(waits(0)).toEqual([0, 0, 0, 0, 0, 0]);
});
