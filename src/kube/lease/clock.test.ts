import { expect, test } from 'vitest';
import { awakeOrNot, machineClock } from './clock.ts';

test('the time a machine slept is counted, as finely as the finer clock goes', () => {
  let awake = 100;
  let boot = 5000;
  const clock = awakeOrNot(
    () => awake,
    () => Math.floor(boot / 10) * 10,
  );
  const start = clock();
  awake += 7;
  boot += 7;
  expect(clock() - start).toBe(7);
  boot += 60_000;
  expect(clock() - start).toBe(60_000);
  awake += 8;
  boot += 8;
  expect(clock() - start).toBe(60_010);
});

test('a boot clock that stands still, or is set back, costs nothing', () => {
  let awake = 0;
  let boot = 1000;
  const clock = awakeOrNot(
    () => awake,
    () => boot,
  );
  const start = clock();
  awake += 500;
  expect(clock() - start).toBe(500);
  boot = 0;
  awake += 500;
  expect(clock() - start).toBe(1000);
});

test('this machine’s clock goes on', async () => {
  const start = machineClock.monotonic();
  await machineClock.sleep(20);
  const passed = machineClock.monotonic() - start;
  expect(passed).toBeGreaterThanOrEqual(15);
  expect(passed).toBeLessThan(10_000);
});
