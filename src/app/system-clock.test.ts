import { expect, test } from 'vitest';
import { systemClock } from '#app/system-clock.ts';

test('when the machine is set back, time stands still until it has caught up', () => {
  const wall = [1000, 1010, 400, 1005, 1020];
  const clock = systemClock(() => wall.shift()!);
  expect([clock.now(), clock.now(), clock.now(), clock.now(), clock.now()]).toEqual([1000, 1010, 1010, 1010, 1020]);
});

test('a sleep longer than any timer can be does not end at once', async () => {
  const controller = new AbortController();
  const slept = systemClock().sleep(2 ** 40, controller.signal);
  const first = await Promise.race([
    slept.then(() => 'woke'),
    new Promise((resolve) => setImmediate(resolve, 'asleep')),
  ]);
  controller.abort(new Error('done'));
  await expect(slept).rejects.toThrow('done');
  expect(first).toBe('asleep');
});
