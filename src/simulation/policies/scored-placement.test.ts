import { describe, expect, test } from 'vitest';
import { craneDynamic } from '#simulation/policies/crane-dynamic.ts';
import { leastAllocated } from '#simulation/policies/least-allocated.ts';
import { leastMeasuredLoad } from '#simulation/policies/least-measured-load.ts';
import { loadVariationRisk } from '#simulation/policies/load-variation-risk.ts';
import { targetLoadPacking } from '#simulation/policies/target-load-packing.ts';
import { aCluster } from '#simulation/replay/fixtures/an-instance.ts';
import { ABSENT, type ReplayPolicy } from '#simulation/replay/policy.ts';

/** Where pods 3, 4… go after these samples of pods 0, 1 and 2, one on each of three nodes. */
function places(policy: ReplayPolicy, samples: readonly (readonly number[])[], arrivals = 1): number[] {
  const pods = 3 + arrivals;
  const placement = Int32Array.from({ length: pods }, (_, pod) => (pod < 3 ? pod : ABSENT));
  const decider = policy.begin(aCluster(3, pods, { limit: 2 }));
  for (const [step, sample] of samples.entries()) {
    decider.decide(
      step,
      Float64Array.from({ length: pods }, (_, pod) => sample[pod] ?? 0),
      placement,
    );
  }
  return Array.from({ length: arrivals }, (_, index) => {
    const pod = 3 + index;
    const node = decider.place!(samples.length, pod, placement);
    placement[pod] = node;
    return node;
  });
}

test('least allocated sees no use', () => expect(places(leastAllocated, [[9, 5, 1]], 2)).toEqual([0, 1]));

describe('least measured load', () => {
  test('the last sample decides', () =>
    expect(
      places(leastMeasuredLoad, [
        [1, 9, 9],
        [9, 2, 9],
      ]),
    ).toEqual([1]));
  test('a herd follows it', () => expect(places(leastMeasuredLoad, [[5, 1, 5]], 4)).toEqual([1, 1, 1, 1]));
});

describe('target load packing', () => {
  test('fills to 40 % before it spreads', () => expect(places(targetLoadPacking, [[0, 2, 3]])).toEqual([1]));
  test('counts what it has just placed', () => expect(places(targetLoadPacking, [[0, 2, 3]], 2)).toEqual([1, 0]));
  test('a full node is the last choice', () => expect(places(targetLoadPacking, [[9, 8.5, 7]])).toEqual([2]));
});

describe('load variation risk', () => {
  test('of two means the lower', () => expect(places(loadVariationRisk, [[5, 3, 4]])).toEqual([1]));
  test('of two equal means the steadier', () => {
    expect(
      places(loadVariationRisk, [
        [1, 3, 8],
        [5, 3, 8],
      ]),
    ).toEqual([1]);
  });
});

describe('crane', () => {
  test('remembers the highest of the last hour', () => {
    expect(
      places(craneDynamic, [
        [7, 3, 9],
        [1, 3, 9],
      ]),
    ).toEqual([1]);
  });
  test('turns down a node above 65 % now', () => expect(places(craneDynamic, [[6.6, 6.4, 9]])).toEqual([1]));
  test('five bindings make a node hot', () => {
    expect(places(craneDynamic, [[2, 2.5, 9]], 7)).toContain(1);
  });
});

test('a node without room is nobody’s choice', () => {
  const decider = leastMeasuredLoad.begin(aCluster(2, 3, { request: 6 }));
  expect(decider.place!(0, 1, Int32Array.of(0, ABSENT, ABSENT))).toBe(1);
});
