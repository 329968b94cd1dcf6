import { expect, onTestFinished, test } from 'vitest';
import { kubeFault } from '#kube/faults.ts';
import { toldJournal } from '#test/support/told.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import type { Reconciled } from './controller.ts';
import { ControllerLoop, type LoopOptions } from './controller-loop.ts';

const SECOND = 1000;

/** A loop over passes that a test writes; when each began, counted from the start. */
function aLoop(pass: (clock: VirtualClock, signal: AbortSignal) => Promise<Reconciled>, options?: LoopOptions) {
  const clock = new VirtualClock();
  const journal = toldJournal();
  const from = clock.now();
  const began: number[] = [];
  const reconcile = (signal: AbortSignal): Promise<Reconciled> => {
    began.push(clock.now() - from);
    return pass(clock, signal);
  };
  const loop = new ControllerLoop({ name: 'collector', reconcile }, { clock, journal }, options);
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  return { clock, loop, began, journal, ending, run: () => loop.run(ending.signal) };
}

test('what a pass takes is no part of the wait', async () => {
  const { clock, began, loop, run } = aLoop(async (time) => {
    await time.sleep(3 * SECOND);
    return { againInMs: 10 * SECOND, outcome: 'whole' };
  });
  void run();
  await clock.advance(35 * SECOND);
  expect(began).toEqual([0, 10 * SECOND, 20 * SECOND, 30 * SECOND]);
  expect(loop.lastPass).toMatchObject({ outcome: 'whole', tookMs: 3 * SECOND });
});

test('a pass that takes longer than the interval is followed by the next at once, and by no burst', async () => {
  let long = true;
  const { clock, began, run } = aLoop(async (time) => {
    if (long) await time.sleep(25 * SECOND);
    long = false;
    return { againInMs: 10 * SECOND, outcome: 'whole' };
  });
  void run();
  await clock.advance(50 * SECOND);
  expect(began).toEqual([0, 25 * SECOND, 35 * SECOND, 45 * SECOND]);
});

test('passes that throw are tried again ever later, told once a message, and forgotten with the first that does not', async () => {
  let message: string | undefined = 'one thing';
  const options = { backoffMs: SECOND, longestBackoffMs: 4 * SECOND };
  const { clock, began, journal, loop, run } = aLoop(async () => {
    if (message !== undefined) throw new Error(message);
    return { againInMs: 10 * SECOND, outcome: 'whole' };
  }, options);
  void run();
  await clock.advance(0);
  await clock.advance(8 * SECOND);
  expect(began).toEqual([0, 1, 3, 7].map((seconds) => seconds * SECOND));
  expect(loop.lastPass).toMatchObject({ outcome: 'fault' });
  message = 'another';
  await clock.advance(4 * SECOND);
  message = undefined;
  await clock.advance(5 * SECOND);
  expect(journal.told.map(({ kind, reasons }) => [kind, reasons[0]])).toEqual([
    ['pass-failed', 'A pass of the collector loop ended in a fault: one thing'],
    ['pass-failed', 'A pass of the collector loop ended in a fault: another'],
    ['pass-recovered', 'The collector loop runs again, after 5 passes that ended in a fault.'],
  ]);
});

test('an abort ends it, in the middle of a pass and between two, and is no fault', async () => {
  const { clock, journal, ending, run } = aLoop((time, signal) =>
    time.sleep(SECOND, signal).then(() => ({ againInMs: 1, outcome: 'whole' })),
  );
  const ended = run();
  await clock.advance(10);
  ending.abort(new Error('enough'));
  await ended;
  expect(journal.told).toEqual([]);
});

test('the end of a term in the middle of a pass cuts it short, and is no fault', async () => {
  let isOurs = true;
  const { clock, began, journal, loop, run } = aLoop(async (time) => {
    if (!isOurs) return { againInMs: 10 * SECOND, outcome: 'standing by' };
    await time.sleep(SECOND);
    isOurs = false;
    throw kubeFault('kube/aborted', 'acting as the leader: the lease no longer names us');
  });
  void run();
  await clock.advance(1500);
  expect(loop.lastPass).toMatchObject({ outcome: 'cut short', tookMs: SECOND });
  expect(journal.told.map(({ kind, reasons }) => [kind, reasons])).toEqual([
    [
      'pass-cut-short',
      [
        'A pass of the collector loop was cut short: acting as the leader: the lease no longer names us. Whoever leads goes on from what is written down.',
      ],
    ],
  ]);
  await clock.advance(2 * SECOND);
  expect(began).toEqual([0, 2 * SECOND]);
  expect(loop.lastPass).toMatchObject({ outcome: 'standing by' });
  expect(journal.told).toHaveLength(1);
});

test('nudged while it waits, it passes at once; nudged during a pass, once more after it', async () => {
  const { clock, began, loop, run } = aLoop(async (time) => {
    await time.sleep(3 * SECOND);
    return { againInMs: 60 * SECOND, outcome: 'whole' };
  });
  void run();
  await clock.advance(20 * SECOND);
  loop.nudge();
  await clock.advance(SECOND);
  loop.nudge();
  loop.nudge();
  await clock.advance(30 * SECOND);
  expect(began).toEqual([0, 20 * SECOND, 23 * SECOND]);
});
