import { expect, test } from 'vitest';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { aFault } from '#test/collector/fakes.ts';
import { NOW } from '#test/support/a-load.ts';
import { aPlanner } from '#test/support/a-planner.ts';
import { rememberingSource } from '#test/support/remembering-source.ts';

const MINUTE = 60_000;
const HISTORY = 120 * MINUTE;

const learntMinutes = ({ forecast }: LoadedView): readonly number[] =>
  [forecast.cpuCores, forecast.memoryBytes].map(({ outlook }) => Math.round(outlook.learntMs / MINUTE));

function lostSource() {
  const source = rememberingSource(['web-1']);
  const fault = aFault('range queries are forbidden');
  for (const signal of ['pod-cpu', 'pod-memory']) source.lost.set(signal, fault);
  return { source, fault };
}

test('a past that cannot be had is told once and asked for again; until then what is expected is young', async () => {
  const { source } = lostSource();
  const { see, journal } = await aPlanner(source, HISTORY);
  for (const minute of [0, 1, 2]) expect(learntMinutes(await see(NOW + minute * MINUTE))).toEqual([0, 0]);
  expect(source.asked).toHaveLength(3);
  source.lost.clear();
  const late = await see(NOW + 10 * MINUTE);
  expect(learntMinutes(late)).toEqual([115, 115]);
  const atOnce = await (await aPlanner(source, HISTORY)).see(NOW + 10 * MINUTE);
  for (const resource of ['cpuCores', 'memoryBytes'] as const)
    expect(late.forecast[resource].outlook).toEqual(atOnce.forecast[resource].outlook);
  expect(journal.told).toMatchObject([
    {
      kind: 'past-unread',
      reasons: [
        'What pods are expected to use rests on what they ask for and on looks since the start, without the past of pod-cpu, pod-memory; it is asked for again: range queries are forbidden',
      ],
    },
    { kind: 'past-read', reasons: ['The past of pod-cpu, pod-memory is known after all.'] },
  ]);
  const asked = source.asked.length;
  await see(NOW + 20 * MINUTE);
  expect(source.asked).toHaveLength(asked);
});

test('what is remembered of one resource is learnt while the other cannot be had', async () => {
  const { source, fault } = lostSource();
  source.lost.delete('pod-cpu');
  const { see, journal } = await aPlanner(source, HISTORY);
  expect(learntMinutes(await see(NOW))).toEqual([115, 0]);
  expect(journal.told.map(({ reasons }) => reasons[0])).toEqual([
    expect.stringMatching(`without the past of pod-memory; .*: ${fault.message}$`),
  ]);
  source.lost.clear();
  expect(learntMinutes(await see(NOW + MINUTE))).toEqual([116, 116]);
});

test('it is asked for less and less often, and not at all once our own looks go back as far', async () => {
  const { source } = lostSource();
  const { see } = await aPlanner(source, HISTORY);
  const asked: number[] = [];
  for (let second = 0; second <= 240 * 60; second += 2) {
    const before = source.asked.length;
    await see(NOW + second * 1000);
    if (source.asked.length > before) asked.push(second);
  }
  expect(asked.slice(0, 6)).toEqual([0, 2, 6, 14, 30, 62]);
  expect(asked.at(-1)).toBeLessThan(HISTORY / 1000);
  expect(asked.at(-1)! - asked.at(-2)!).toBe(600);
});

test('a source that remembers nothing is no fault, and asked once', async () => {
  const source = rememberingSource([]);
  const { see, journal } = await aPlanner(source, HISTORY);
  for (const minute of [0, 1, 2]) expect(learntMinutes(await see(NOW + minute * MINUTE))).toEqual([0, 0]);
  expect([source.asked.length, journal.told]).toEqual([1, []]);
});
