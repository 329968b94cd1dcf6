import { expect, test } from 'vitest';
import { VirtualClock } from './virtual-clock.ts';

/** Does as a message or a timer does: begins outside of all promises. */
const fromOutside = (begin: () => Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    setImmediate(() => {
      begin().then(resolve, reject);
    });
  });

test('time does not pass before whoever is about to sleep sleeps, wherever it is advanced from', async () => {
  const clock = new VirtualClock();
  const from = clock.now();
  const woken: number[] = [];
  const dozer = async (): Promise<void> => {
    for (let hop = 0; hop < 20; hop++) await Promise.resolve();
    await clock.sleep(5);
    for (let hop = 0; hop < 20; hop++) await Promise.resolve();
    await clock.sleep(5);
    woken.push(clock.now() - from);
  };
  await fromOutside(() => {
    void dozer();
    return clock.advance(100);
  });
  expect(woken).toEqual([10]);
});

test('one signal wakes all who sleep until it, and nobody else', async () => {
  const clock = new VirtualClock();
  const [ending, other] = [new AbortController(), new AbortController()];
  const ends: string[] = [];
  const sleeper = (name: string, { signal }: AbortController): void => {
    void clock.sleep(10, signal).then(
      () => ends.push(`${name} slept`),
      () => ends.push(`${name} was woken`),
    );
  };
  sleeper('first', ending);
  sleeper('second', ending);
  sleeper('third', other);
  await clock.advance(5);
  ending.abort();
  await clock.advance(10);
  expect(ends).toEqual(['first was woken', 'second was woken', 'third slept']);
  expect(clock.sleeping).toBe(0);
});
