import { expect, test } from 'vitest';
import { PastMoves } from './past-moves.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Pods 0 and 1 are replicas; 2 stands alone. */
const owners = Int32Array.of(0, 0, 1);

function after(...moves: readonly { pod: number; at: number; from?: number }[]): PastMoves {
  const past = new PastMoves();
  for (const { pod, at, from = 7 } of moves) past.record({ pod, at, from, owner: owners[pod]! });
  return past;
}

const resting = (past: PastMoves, now: number): number[] =>
  [0, 1, 2].map((pod) => Number(past.memory(now, owners).isResting(pod)));

test('what never moved may move at its plain price', () => {
  const memory = after().memory(0, owners);
  expect([0, 1, 2].map(memory.isResting)).toEqual([false, false, false]);
  expect([0, 1, 2].map(memory.dearness)).toEqual([1, 1, 1]);
  expect(memory.leftLately(0, 7)).toBe(false);
});

test('a pod rests for two hours, its replicas for a quarter of one', () => {
  const past = after({ pod: 0, at: 0 });
  expect(resting(past, 14 * MINUTE)).toEqual([1, 1, 0]);
  expect(resting(past, 15 * MINUTE)).toEqual([1, 0, 0]);
  expect(resting(past, 2 * HOUR)).toEqual([0, 0, 0]);
});

test('with each move of an owner within two days the rest doubles', () => {
  const past = after({ pod: 0, at: 0 }, { pod: 1, at: HOUR });
  expect(resting(past, HOUR + 29 * MINUTE)[0]).toBe(1);
  expect(resting(past, 7 * HOUR)).toEqual([0, 0, 0]);
  const often = after(...Array.from({ length: 12 }, (_, hour) => ({ pod: 0, at: hour * HOUR })));
  expect(resting(often, 17 * HOUR - 1)[1]).toBe(1);
  expect(resting(often, 17 * HOUR)[1]).toBe(0);
});

test('#994: a pod does not return within a day to the node it left', () => {
  const past = after({ pod: 0, at: 0, from: 3 });
  expect(past.memory(24 * HOUR, owners).leftLately(0, 3)).toBe(true);
  expect(past.memory(25 * HOUR, owners).leftLately(0, 3)).toBe(false);
  expect(past.memory(HOUR, owners).leftLately(1, 3)).toBe(false);
});

test('#1695: each move makes the next one dearer, less so as it fades', () => {
  const past = after({ pod: 2, at: 0 }, { pod: 2, at: 0 });
  expect(past.memory(0, owners).dearness(2)).toBeCloseTo(4, 9);
  expect(past.memory(7 * 24 * HOUR, owners).dearness(2)).toBeCloseTo(4 ** Math.exp(-1), 9);
});

test('#1695: a pod that was moved six times in four weeks stays where it is', () => {
  const day = 24 * HOUR;
  const often = after(...[0, 1, 2, 3, 4, 5].map((index) => ({ pod: 2, at: index * day })));
  expect(resting(often, 20 * day)).toEqual([0, 0, 1]);
  expect(resting(often, 28 * day)).toEqual([0, 0, 0]);
});

test('moves of the last hour are counted', () => {
  const past = after({ pod: 0, at: 0 }, { pod: 2, at: 30 * MINUTE });
  expect(past.since(59 * MINUTE, HOUR)).toBe(2);
  expect(past.since(60 * MINUTE, HOUR)).toBe(1);
  expect(past.since(90 * MINUTE, HOUR)).toBe(0);
});
