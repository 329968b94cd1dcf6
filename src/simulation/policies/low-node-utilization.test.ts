import { expect, test } from 'vitest';
import { lowNodeUtilization, lowNodeUtilizationForms } from '#simulation/policies/low-node-utilization.ts';
import { aCluster } from '#simulation/replay/fixtures/an-instance.ts';

const [instant, averaged, biggest, requests] = lowNodeUtilizationForms.map((form) => lowNodeUtilization(form));

const cases = [
  {
    name: 'a hot node gives pods by row until it is no longer high',
    use: [3, 3, 3, 1],
    on: [0, 0, 0, 1],
    moves: [[0, 1]],
  },
  { name: 'exactly at the line is not high', use: [4, 4, 1], on: [0, 0, 1], moves: [] },
  { name: 'it stops when no node is low', use: [5, 5, 6.5], on: [0, 0, 1], moves: [] },
  { name: 'it stops when all are low', use: [3, 1], on: [0, 1], moves: [] },
  {
    name: 'the hottest node goes first',
    use: [2, 7, 5, 5, 0],
    on: [0, 0, 1, 1, 2],
    moves: [
      [2, 2],
      [0, 1],
    ],
  },
  { name: 'an evicted pod may land where it was', use: [9, 5.9], on: [0, 1], moves: [[0, 0]] },
];

for (const { name, use, on, moves } of cases) {
  test(name, () => {
    const decider = instant!.begin(aCluster(Math.max(...on) + 1, use.length));
    const made = decider.decide(0, Float64Array.from(use), Int32Array.from(on));
    expect(made).toEqual(moves.map(([pod, to]) => ({ pod, to })));
  });
}

test('the room of all low nodes is one sum: it stops there, whatever fits', () => {
  const decider = instant!.begin(aCluster(2, 5));
  // 13 on node 0, room for 8 - 5 on node 1: two pods of two leave, and the node is still hot
  const made = decider.decide(0, Float64Array.of(2, 2, 2, 7, 5), Int32Array.of(0, 0, 0, 0, 1));
  expect(made).toHaveLength(2);
});

test('biggest first takes the pod that uses most', () => {
  const decider = biggest!.begin(aCluster(2, 4));
  expect(decider.decide(0, Float64Array.of(1, 2, 6, 0), Int32Array.of(0, 0, 0, 1))).toEqual([{ pod: 2, to: 1 }]);
});

test('half an hour is averaged: one spike is not hot', () => {
  const decider = averaged!.begin(aCluster(2, 2));
  const placement = Int32Array.of(0, 1);
  for (let step = 0; step < 5; step++) decider.decide(step, Float64Array.of(5, 1), placement);
  expect(decider.decide(5, Float64Array.of(10, 1), placement)).toEqual([]);
});

test('the default scheduler puts the pod where least is requested: where it came from', () => {
  const decider = requests!.begin(aCluster(2, 3));
  expect(decider.decide(0, Float64Array.of(9, 1, 1), Int32Array.of(0, 1, 1))).toEqual([{ pod: 0, to: 0 }]);
});
