import { expect, test } from 'vitest';
import type { Clock } from '#ports/clock.ts';

/** A clock to be held to its contract, and a way to make its time pass. */
export interface ClockUnderTest {
  readonly name: string;
  readonly make: () => { readonly clock: Clock; readonly pass: (ms: number) => Promise<void> };
}

/** What every clock promises. */
export function clockContract({ name, make }: ClockUnderTest): void {
  test(`${name}: time never goes back`, async () => {
    const { clock, pass } = make();
    const first = clock.now();
    await pass(3);
    const second = clock.now();
    expect(second).toBeGreaterThanOrEqual(first);
    expect(clock.now()).toBeGreaterThanOrEqual(second);
  });

  test(`${name}: a sleep ends no earlier than asked`, async () => {
    const { clock, pass } = make();
    const before = clock.now();
    const slept = clock.sleep(5);
    await Promise.all([slept, pass(20)]);
    // timers and the wall clock may round apart by a millisecond
    expect(clock.now() - before).toBeGreaterThanOrEqual(4);
  });

  test(`${name}: the shorter of two sleeps ends first`, async () => {
    const { clock, pass } = make();
    const order: string[] = [];
    const long = clock.sleep(15).then(() => order.push('long'));
    const short = clock.sleep(1).then(() => order.push('short'));
    await Promise.all([long, short, pass(30)]);
    expect(order).toEqual(['short', 'long']);
  });

  test(`${name}: sleeping for no time ends`, async () => {
    const { clock, pass } = make();
    await Promise.all([clock.sleep(0), pass(1)]);
  });

  test(`${name}: an aborted sleep rejects with the signal's own reason`, async () => {
    const { clock } = make();
    const controller = new AbortController();
    const reason = new Error('enough slept');
    const slept = clock.sleep(60_000, controller.signal);
    controller.abort(reason);
    await expect(slept).rejects.toBe(reason);
  });

  test(`${name}: a sleep under a signal already aborted rejects at once`, async () => {
    const { clock } = make();
    const reason = new Error('never began');
    await expect(clock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test(`${name}: an abort after the sleep changes nothing`, async () => {
    const { clock, pass } = make();
    const controller = new AbortController();
    await Promise.all([clock.sleep(1, controller.signal), pass(5)]);
    controller.abort(new Error('too late'));
  });
}
