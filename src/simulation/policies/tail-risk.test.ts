import { expect, test } from 'vitest';
import { normalTail } from '#base/normal-tail.ts';
import { tailRisk } from '#simulation/policies/tail-risk.ts';
import { aCluster } from '#simulation/replay/fixtures/an-instance.ts';

test.each([
  [0, 0.5],
  [1, 0.158655],
  [-1, 0.841345],
  [3, 0.00135],
])('the normal tail above %d', (z, tail) => expect(normalTail(z)).toBeCloseTo(tail, 6));

const placement = Int32Array.of(0, 0, 0, 1);

test('one move a pass, the one that lowers the risk most', () => {
  const decider = tailRisk.begin(aCluster(2, 4, { limit: 1 }));
  expect(decider.decide(0, Float64Array.of(5, 3, 1, 2), placement)).toEqual([{ pod: 1, to: 1 }]);
});

test('a moved pod rests for six hours', () => {
  const decider = tailRisk.begin(aCluster(2, 2, { limit: 1 }));
  const hot = Float64Array.of(7.9, 0);
  const decided = Array.from({ length: 74 }, (_, step) => decider.decide(step, hot, Int32Array.of(0, 0)));
  const moves = decided.flatMap((made, step) => made.map(({ pod }) => [step, pod]));
  expect(moves.filter(([, pod]) => pod === 0).every(([step]) => step === 0 || step! >= 72)).toBe(true);
});

test('a cool cluster is left alone', () => {
  expect(tailRisk.begin(aCluster(2, 4)).decide(0, Float64Array.of(1, 1, 1, 1), placement)).toEqual([]);
});
