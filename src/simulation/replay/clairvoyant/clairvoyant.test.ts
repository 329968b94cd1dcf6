import { describe, expect, test } from 'vitest';
import { mulberry32 } from '#base/mulberry32.ts';
import { annealedPlacement } from '#simulation/replay/clairvoyant/annealing.ts';
import { greedyMoves, greedyWithSwaps } from '#simulation/replay/clairvoyant/greedy.ts';
import { NodeColumns } from '#simulation/replay/clairvoyant/node-columns.ts';
import { anInstance, scripted } from '#simulation/replay/fixtures/an-instance.ts';
import { runReplay } from '#simulation/replay/run-replay.ts';

const crowded = anInstance({ nodes: 3, start: [0, 0, 0, 0, 1], use: [5, 4, 3, 1, 2], steps: 5 });

describe('cost', () => {
  test('a step above 80 %, one more above 100 %, and a fiftieth a core; step 0 is beyond help', () => {
    const cost = new NodeColumns(crowded).cost;
    expect([...cost]).toEqual([expect.closeTo(4 * (2 + 0.02 * 5)), 0, 0]);
  });

  test('what a change would cost is what it costs', () => {
    const columns = new NodeColumns(crowded);
    const foretold = [columns.costWith(0, undefined, 1), columns.costWith(1, 1)];
    columns.move(1, 1);
    expect([columns.cost[0], columns.cost[1]]).toEqual(foretold);
  });

  test('a swap is judged with both gone', () => {
    const columns = new NodeColumns(crowded);
    expect(columns.costWith(0, 4, 0)).toBeCloseTo(4 * (1 + 0.02 * 2));
  });
});

describe('greedy', () => {
  test('the move that helps most goes first, and none goes for nothing', () => {
    expect(greedyMoves(crowded, 10)).toEqual([{ pod: 0, to: 1 }]);
  });

  test('its moves keep to the room by requests', () => {
    const tight = anInstance({ nodes: 2, start: [0, 0, 1, 1], use: [6, 6, 1, 1], steps: 3, request: 5 });
    expect(greedyMoves(tight, 10)).toEqual([]);
    expect(greedyWithSwaps(tight, 10)).toEqual([{ pod: 0, with: 2 }]);
  });

  test('a swap must bring more than twice what a move brings', () => {
    expect(greedyWithSwaps(crowded, 10)).toEqual(greedyMoves(crowded, 10));
  });
});

describe('annealing', () => {
  const tight = anInstance({ nodes: 2, start: [0, 0, 1, 1], use: [6, 6, 1, 1], steps: 3, request: 5 });
  const options = { seed: 1, iterations: 2000, perMovedPod: 0 };

  test('swaps what cannot move', () => {
    const placement = annealedPlacement(tight, options);
    expect(runReplay({ ...tight, start: placement }, scripted({})).over80).toBe(0);
    expect(placement.filter((node) => node === 0)).toHaveLength(2);
  });

  test('moves nothing that is not worth its price', () => {
    expect(annealedPlacement(tight, { ...options, perMovedPod: 100 })).toEqual(tight.start);
  });

  test('the same seed finds the same placement, never worse than the start', () => {
    const rng = mulberry32(5);
    const use = Array.from({ length: 6 }, () => Array.from({ length: 30 }, () => 2.5 * rng()));
    const random = anInstance({ nodes: 5, start: Array.from({ length: 30 }, (_, pod) => pod % 5), use });
    const placement = annealedPlacement(random, options);
    expect(annealedPlacement(random, options)).toEqual(placement);
    const left = (start: Int32Array) => runReplay({ ...random, start, countFrom: 1 }, scripted({})).over80;
    expect(left(placement)).toBeLessThan(left(random.start));
  });
});
