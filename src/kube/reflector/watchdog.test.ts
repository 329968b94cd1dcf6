import { expect, test } from 'vitest';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { Watchdog } from './watchdog.ts';

const second = 1000;
const nobody = new AbortController().signal;

test('says nothing before it is told how much silence to allow', async () => {
  const clock = new VirtualClock();
  const dog = new Watchdog(clock, nobody);
  await clock.advance(3600 * second);
  expect(dog.silent).toBe(false);
});

test('ends a stream that is silent for as long as was allowed', async () => {
  const clock = new VirtualClock();
  const dog = new Watchdog(clock, nobody);
  dog.allow(10 * second);
  await clock.advance(9 * second);
  dog.heard();
  await clock.advance(9 * second);
  expect(dog.silent).toBe(false);
  await clock.advance(1 * second);
  expect(dog).toMatchObject({ silent: true, signal: { aborted: true } });
});

for (const [change, from, to] of [
  ['less', 30, 2],
  ['more', 2, 30],
] as const) {
  test(`${change} silence than before may be allowed`, async () => {
    const clock = new VirtualClock();
    const dog = new Watchdog(clock, nobody);
    dog.allow(from * second);
    dog.allow(to * second);
    await clock.advance(to * second - 1);
    expect(dog.silent).toBe(false);
    await clock.advance(1);
    expect(dog.silent).toBe(true);
  });
}

test('ends with its caller, and is not to blame then', async () => {
  const clock = new VirtualClock();
  const caller = new AbortController();
  const dog = new Watchdog(clock, caller.signal);
  dog.allow(second);
  caller.abort(new Error('enough'));
  expect(dog.signal.reason).toMatchObject({ message: 'enough' });
  dog.stop();
  await clock.advance(10 * second);
  expect(dog.silent).toBe(false);
  expect(clock.sleeping).toBe(0);
});
