import { expect, test } from 'vitest';
import { MoveLedger } from '#simulation/replay/move-ledger.ts';

type Record4 = readonly [step: number, pod: number, from: number, to: number];

const cases: readonly { name: string; moves: readonly Record4[]; pingPongs: number }[] = [
  { name: 'one move is none', moves: [[0, 0, 0, 1]], pingPongs: 0 },
  {
    name: 'an hour later is still soon',
    moves: [
      [0, 0, 0, 1],
      [12, 0, 1, 2],
    ],
    pingPongs: 1,
  },
  {
    name: 'more than an hour later is not',
    moves: [
      [0, 0, 0, 1],
      [13, 0, 1, 2],
    ],
    pingPongs: 0,
  },
  {
    name: 'another pod is nobody’s return',
    moves: [
      [0, 0, 0, 1],
      [1, 1, 1, 0],
    ],
    pingPongs: 0,
  },
  {
    name: 'back within a day is one',
    moves: [
      [0, 0, 0, 1],
      [287, 0, 1, 0],
    ],
    pingPongs: 1,
  },
  {
    name: 'back after a day is not',
    moves: [
      [0, 0, 0, 1],
      [288, 0, 1, 0],
    ],
    pingPongs: 0,
  },
  {
    name: 'soon and back is one, not two',
    moves: [
      [0, 0, 0, 1],
      [1, 0, 1, 0],
    ],
    pingPongs: 1,
  },
  { name: 'an eviction that lands where it was is one', moves: [[0, 0, 0, 0]], pingPongs: 1 },
];

for (const { name, moves, pingPongs } of cases) {
  test(name, () => {
    const ledger = new MoveLedger<number, number>({ stepMinutes: 5 });
    for (const move of moves) ledger.record(...move);
    expect(ledger).toMatchObject({ pingPongs, evictions: moves.length });
  });
}

test('the most moved pod is counted alone', () => {
  const ledger = new MoveLedger<number, number>({ stepMinutes: 5 });
  ledger.record(0, 0, 0, 1);
  ledger.record(20, 1, 0, 1);
  ledger.record(400, 0, 1, 0);
  expect(ledger.mostMoves).toBe(2);
});
