import { expect, test } from 'vitest';
import { lowNodeLoad } from '#simulation/policies/low-node-load.ts';
import { aCluster } from '#simulation/replay/fixtures/an-instance.ts';
import type { ReplayCluster } from '#simulation/replay/policy.ts';

const hot = Float64Array.of(4, 3, 2, 1);
const placement = Int32Array.of(0, 0, 0, 1);

/** The steps at which it moved something, of so many with this use. */
function actsAt(uses: readonly Float64Array[], cluster: ReplayCluster = aCluster(2, 4)): number[] {
  const decider = lowNodeLoad.begin(cluster);
  return uses.flatMap((use, step) => (decider.decide(step, use, placement).length > 0 ? [step] : []));
}

const times = (count: number, use: Float64Array): Float64Array[] => Array.from({ length: count }, () => use);

test('a node acts when it is marked for the sixth time, and gathers marks anew', () => {
  expect(actsAt(times(13, hot))).toEqual([5, 11]);
});

test('a round between the lines keeps the marks: consecutive is not consecutive', () => {
  const warm = Float64Array.of(3, 3, 1, 1);
  expect(actsAt([...times(4, hot), warm, ...times(2, hot)])).toEqual([6]);
});

test('the pod whose use just covers the excess goes', () => {
  const decider = lowNodeLoad.begin(aCluster(2, 4));
  const made = times(6, Float64Array.of(4, 2, 3, 1)).flatMap((use, step) => decider.decide(step, use, placement));
  expect(made).toEqual([{ pod: 1, to: 1 }]); // nine are used where eight may be: two is the least that covers one
});

test('what was booked for one pod is refused to the next, evicted or not', () => {
  const decider = lowNodeLoad.begin(aCluster(2, 4));
  const made = times(6, hot).flatMap((use, step) => decider.decide(step, use, placement));
  expect(made).toEqual([{ pod: 1, to: 1 }]); // four and three fill the low node, so two, which would do, is not asked
});

test('no more than two leave a node at a time', () => {
  const small = Float64Array.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0);
  const decider = lowNodeLoad.begin(aCluster(3, 13, { request: 0.1 }));
  const made = times(6, small).map((use, step) => decider.decide(step, use, Int32Array.of(...Array(12).fill(0), 1)));
  expect(made.at(-1)).toHaveLength(2);
});

test('replicas of one owner leave one at a time where they are few', () => {
  const cluster = { ...aCluster(2, 4), owner: Int32Array.of(0, 0, 0, 1) };
  const decider = lowNodeLoad.begin(cluster);
  const use = Float64Array.of(4, 4, 4, 1);
  expect(times(6, use).flatMap((sample, step) => decider.decide(step, sample, placement))).toHaveLength(1);
});

test('what fits on no low node stays', () => {
  expect(actsAt(times(6, Float64Array.of(9, 9, 9, 1)))).toEqual([]);
});
