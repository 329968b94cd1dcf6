import { expect, test } from 'vitest';
import { scoreOf, withMoves } from '#simulation/replay/score.ts';

const outcome = (over80: number, evictions: number) => ({ over80, over100: 0, evictions, pingPongs: 0, mostMoves: 1 });

const reference = {
  frontier: [
    [0, 1000],
    [2, 600],
    [10, 200],
  ] as const,
  repack: 100,
};

test('the share of avoidable overload, at equal moves and against the best placement', () => {
  expect(scoreOf(outcome(1000, 0), outcome(400, 10), reference)).toEqual({
    aorEqualMoves: 600 / 800,
    aorRepack: 600 / 900,
    minutesPerEviction: 60,
  });
});

test('more overload than doing nothing is a negative share', () => {
  expect(scoreOf(outcome(1000, 0), outcome(1900, 5), reference).aorRepack).toBe(-1);
});

test('without a reference there is no share, without evictions no yield', () => {
  expect(scoreOf(outcome(1000, 0), outcome(1000, 0))).toEqual({});
});

test('where nothing is avoidable there is no share', () => {
  expect(scoreOf(outcome(100, 0), outcome(100, 0), { frontier: [[0, 100]], repack: 100 })).toEqual({});
});

test('a budget between two points buys the cheaper one', () => {
  expect([0, 1, 2, 9, 10, 99].map((moves) => withMoves(1000, moves, reference))).toEqual([
    1000, 1000, 600, 600, 200, 200,
  ]);
});
