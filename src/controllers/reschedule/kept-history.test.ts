import { expect, test } from 'vitest';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { aFault } from '#test/collector/fakes.ts';
import { NOW } from '#test/support/a-load.ts';
import { aPlanner, type PlannerAtWork } from '#test/support/a-planner.ts';
import { type MemoryHistoryStore, memoryHistoryStore } from '#test/support/memory-history-store.ts';
import { rememberingSource } from '#test/support/remembering-source.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEP = 5 * MINUTE;
const forgetful = rememberingSource([]);

/** A measurement and a look in every step of that time. */
async function work({ measure, see }: PlannerAtWork, from: number, to: number): Promise<LoadedView> {
  let seen: LoadedView | undefined;
  for (let now = from; now < to; now += STEP) {
    measure(now, 0.3 + 0.1 * Math.sin(now / HOUR));
    seen = await see(now);
  }
  return seen!;
}

/** So many hours, each of which lasts long enough to write what is written; how often that was begun by the end of each. */
async function workHours(
  planner: PlannerAtWork,
  history: MemoryHistoryStore,
  hours: number,
): Promise<readonly number[]> {
  const begun: number[] = [];
  for (let hour = 0; hour < hours; hour++) {
    await work(planner, NOW + hour * HOUR, NOW + Math.min(hour + 1, hours) * HOUR);
    await history.settled();
    begun.push(history.writes.begun);
  }
  return begun;
}

const lookAt = (planner: PlannerAtWork, now: number): Promise<LoadedView> => work(planner, now, now + STEP);

function expectAlike(found: LoadedView, expected: LoadedView): void {
  for (const resource of ['cpuCores', 'memoryBytes'] as const) {
    expect(found.forecast[resource].outlook).toEqual(expected.forecast[resource].outlook);
  }
}

const learntMinutes = ({ forecast }: LoadedView): number => Math.round(forecast.cpuCores.outlook.learntMs / MINUTE);

test('stopped and begun again, it expects what one expects that never stopped, though no source remembers', async () => {
  const history = memoryHistoryStore();
  const before = await aPlanner(forgetful, DAY, history);
  await work(before, NOW, NOW + 30 * HOUR);
  await before.stop();
  const after = await aPlanner(forgetful, DAY, history);
  // in the step of its last look, which was not learnt yet
  const found = await work(after, NOW + 30 * HOUR - STEP, NOW + 40 * HOUR);
  expectAlike(found, await work(await aPlanner(forgetful, DAY), NOW, NOW + 40 * HOUR));
  expect(after.journal.told).toEqual([
    { kind: 'history-read', reasons: ['What was learnt of loads since 2026-11-30T10:00:00Z is gone on from.'] },
  ]);
});

test('killed, it forgets what was learnt since the turn of the hour and no more', async () => {
  const history = memoryHistoryStore();
  await workHours(await aPlanner(forgetful, DAY, history), history, 3.5);
  const found = await lookAt(await aPlanner(forgetful, DAY, history), NOW + 3.5 * HOUR);
  const idle = await aPlanner(forgetful, DAY);
  await work(idle, NOW, NOW + 3 * HOUR);
  expectAlike(found, await lookAt(idle, NOW + 3.5 * HOUR));
});

test('what a source remembers fills the gap after what was kept, in whichever order the two are had', async () => {
  const history = memoryHistoryStore();
  const before = await aPlanner(forgetful, 3 * HOUR, history);
  await work(before, NOW, NOW + 6 * HOUR);
  await before.stop();
  const source = rememberingSource(['web-1']);
  const again = NOW + 8 * HOUR;
  const atOnce = await (await aPlanner(source, 3 * HOUR, history)).see(again + 10 * MINUTE);
  expect(learntMinutes(atOnce)).toBe(8 * 60 + 10);
  for (const signal of ['pod-cpu', 'pod-memory']) source.lost.set(signal, aFault('range queries are forbidden'));
  const late = await aPlanner(source, 3 * HOUR, history);
  for (const minute of [0, 5]) expect(learntMinutes(await late.see(again + minute * MINUTE))).toBe(8 * 60 + minute);
  source.lost.clear();
  expectAlike(await late.see(again + 10 * MINUTE), atOnce);
  const blind = await (await aPlanner(forgetful, 3 * HOUR, history)).see(again + 10 * MINUTE);
  expect(atOnce.forecast.cpuCores.outlook.ownerMean[0]).toBeGreaterThan(
    blind.forecast.cpuCores.outlook.ownerMean[0]! + 0.05,
  );
});

test('a source that remembers more than was kept is learnt from anew', async () => {
  const history = memoryHistoryStore();
  const before = await aPlanner(forgetful, DAY, history);
  await work(before, NOW, NOW + 2 * HOUR);
  await before.stop();
  const source = rememberingSource(['web-1']);
  const found = await (await aPlanner(source, DAY, history)).see(NOW + 3 * HOUR);
  expectAlike(found, await (await aPlanner(source, DAY)).see(NOW + 3 * HOUR));
});

const unreadable = [
  { name: 'damaged', spoil: (piece: Uint8Array) => piece.map((byte) => byte ^ 1), why: 'it is damaged.' },
  { name: 'cut off', spoil: (piece: Uint8Array) => piece.subarray(0, 3), why: 'it is damaged.' },
];

test.each(unreadable)('history that is $name is told once, and begun anew', async ({ spoil, why }) => {
  const history = memoryHistoryStore();
  const before = await aPlanner(forgetful, DAY, history);
  await work(before, NOW, NOW + 2 * HOUR);
  await before.stop();
  const [name, pieces] = [...history.held][0]!;
  history.held.set(name, [...pieces.slice(0, -1), spoil(pieces.at(-1)!)]);
  const after = await aPlanner(forgetful, DAY, history);
  expect(learntMinutes(await work(after, NOW + 2 * HOUR, NOW + 3 * HOUR))).toBe(55);
  expect(after.journal.told).toEqual([
    {
      kind: 'history-unread',
      reasons: [`What was learnt of loads before the start is lost, and history starts anew: ${why}`],
    },
  ]);
});

test('history of times still to come is told, and begun anew: a clock had been wrong', async () => {
  const history = memoryHistoryStore();
  const ahead = await aPlanner(forgetful, DAY, history);
  await work(ahead, NOW + 9 * DAY, NOW + 9 * DAY + HOUR);
  await ahead.stop();
  const planner = await aPlanner(forgetful, DAY, history);
  expect(learntMinutes(await work(planner, NOW, NOW + HOUR))).toBe(55);
  expect(planner.journal.told).toMatchObject([
    {
      kind: 'history-unread',
      reasons: [expect.stringContaining('it ends at 2026-12-09T10:50:00Z, which is still to come.')],
    },
  ]);
});

test('a store that fails is told once, and that it works again; plans go on', async () => {
  const history = memoryHistoryStore();
  history.fails = new Error('no space left');
  const planner = await aPlanner(forgetful, DAY, history);
  expect(learntMinutes(await work(planner, NOW, NOW + 4 * HOUR))).toBe(235);
  await history.settled();
  const told = [
    {
      kind: 'history-unread',
      reasons: ['What was learnt of loads before the start is lost, and history starts anew: no space left'],
    },
    {
      kind: 'history-unkept',
      reasons: [
        'What is learnt of loads cannot be kept, and a restart forgets it; it is tried again every hour: no space left',
      ],
    },
  ];
  expect(planner.journal.told).toEqual(told);
  history.fails = undefined;
  await planner.stop();
  expect(planner.journal.told).toEqual([
    ...told,
    { kind: 'history-kept', reasons: ['What is learnt of loads is kept again.'] },
  ]);
  expect(history.held.size).toBe(1);
});

test('it is written once an hour, never twice at once, and at the end if more was learnt', async () => {
  const history = memoryHistoryStore();
  const planner = await aPlanner(forgetful, DAY, history);
  expect(await workHours(planner, history, 5)).toEqual([0, 1, 2, 3, 4]);
  await planner.stop();
  await planner.stop();
  expect(history.writes).toEqual({ begun: 5, atOnce: 1 });
});

test('what is learnt while it is written is not in it, and is there when it is written next', async () => {
  const history = memoryHistoryStore();
  const planner = await aPlanner(forgetful, DAY, history);
  await work(planner, NOW, NOW + HOUR + STEP);
  expect(history.held.size).toBe(0); // under way
  await work(planner, NOW + HOUR + STEP, NOW + HOUR + 6 * STEP);
  await history.settled();
  const killed = await lookAt(await aPlanner(forgetful, DAY, history), NOW + HOUR);
  const unstopped = await aPlanner(forgetful, DAY);
  await work(unstopped, NOW, NOW + HOUR);
  expectAlike(killed, await lookAt(unstopped, NOW + HOUR));
  await planner.stop();
  const stopped = await lookAt(await aPlanner(forgetful, DAY, history), NOW + 2 * HOUR);
  await work(unstopped, NOW + HOUR + STEP, NOW + HOUR + 5 * STEP);
  expectAlike(stopped, await lookAt(unstopped, NOW + 2 * HOUR));
});

test('who never came to see anything leaves what was kept as it was', async () => {
  const history = memoryHistoryStore();
  await (await aPlanner(forgetful, DAY, history)).stop();
  expect(history.writes.begun).toBe(0);
});
