import { expect, test } from 'vitest';
import { checkTimes, leaseDefaults, type LeaseTimes } from './options.ts';

test('the defaults are client-go’s', () => {
  expect(leaseDefaults).toMatchObject({ leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 });
  expect(() => checkTimes(leaseDefaults)).not.toThrow();
});

const wrong: readonly { readonly name: string; readonly times: Partial<LeaseTimes>; readonly says: string }[] = [
  { name: 'less than a second', times: { leaseDurationMs: 500 }, says: 'at least 1, not 500 ms' },
  { name: 'half seconds', times: { leaseDurationMs: 15_500 }, says: 'a whole number of seconds' },
  { name: 'not a number', times: { leaseDurationMs: Number.NaN }, says: 'not NaN ms' },
  { name: 'a deadline as late as the lease', times: { renewDeadlineMs: 15_000 }, says: 'at most nine tenths' },
  { name: 'a deadline too close to the end of the lease', times: { renewDeadlineMs: 14_000 }, says: 'nine tenths' },
  { name: 'no time for one renewal', times: { renewDeadlineMs: 2400 }, says: 'leaves no time to renew' },
  { name: 'no pause at all', times: { retryPeriodMs: 0 }, says: 'every 0 ms' },
  { name: 'negative jitter', times: { jitter: -1 }, says: 'jitter -1' },
];
for (const { name, times, says } of wrong) {
  test(`${name} is refused`, () => expect(() => checkTimes({ ...leaseDefaults, ...times })).toThrow(says));
}
