import { describe, expect, test } from 'vitest';
import { none } from '#simulation/policies/none.ts';
import { anInstance, scripted } from '#simulation/replay/fixtures/an-instance.ts';
import { ABSENT, type ReplayPolicy } from '#simulation/replay/policy.ts';
import { runReplay } from '#simulation/replay/run-replay.ts';

/** Node 0 is above 80 % in every one of four steps, node 1 is idle. */
const hot = anInstance({ nodes: 2, start: [0, 0, 1], use: [5, 4, 1], steps: 4 });

describe('overload', () => {
  test('every step counts five minutes, from the first on', () => {
    expect(runReplay(hot, none)).toEqual({ over80: 20, over100: 0, evictions: 0, pingPongs: 0, mostMoves: 0 });
  });

  test('exactly at a line is not above it', () => {
    const full = anInstance({ nodes: 3, start: [0, 1, 2], use: [8, 10, 10.00001] });
    expect(runReplay(full, none)).toMatchObject({ over80: 10, over100: 5 });
  });

  test('a move is in force from the next step on', () => {
    expect(runReplay(hot, scripted({ 0: [{ pod: 1, to: 1 }] }))).toMatchObject({ over80: 5, evictions: 1 });
    expect(runReplay(hot, scripted({ 2: [{ pod: 1, to: 1 }] }))).toMatchObject({ over80: 15 });
  });

  test('no policy is asked at the last step', () => {
    const asked: number[] = [];
    const policy: ReplayPolicy = {
      name: 'asked',
      begin: () => ({ decide: (step) => (asked.push(step), []) }),
    };
    runReplay(hot, policy);
    expect(asked).toEqual([0, 1, 2]);
  });

  test('a policy sees the step it is asked at, and where pods are', () => {
    const rising = anInstance({
      nodes: 2,
      start: [1, 0],
      use: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    });
    const seen: number[][] = [];
    const policy: ReplayPolicy = {
      name: 'seeing',
      begin: () => ({ decide: (_step, use, placement) => (seen.push([...use, ...placement]), []) }),
    };
    runReplay(rising, policy);
    expect(seen).toEqual([
      [1, 2, 1, 0],
      [3, 4, 1, 0],
    ]);
  });
});

describe('room by requests', () => {
  const full = anInstance({ nodes: 2, start: [0, 0, 1, 1], use: [1, 1, 1, 1], steps: 3, request: 5 });

  test('a move without room is a fault of the policy', () => {
    expect(() => runReplay(full, scripted({ 0: [{ pod: 0, to: 1 }] }))).toThrow(
      'replaying a sketch under scripted: node 1 has no room for pod 0',
    );
  });

  test('a swap is judged after the exchange, and is two evictions', () => {
    const outcome = runReplay(full, scripted({ 0: [{ pod: 0, with: 2 }] }));
    expect(outcome).toMatchObject({ evictions: 2, mostMoves: 1, pingPongs: 0 });
  });

  test('an earlier move of the same step makes room for a later one', () => {
    const three = anInstance({ nodes: 3, start: [0, 0, 1, 1], use: [1, 1, 1, 1], steps: 2, request: 5 });
    expect(
      runReplay(
        three,
        scripted({
          0: [
            { pod: 2, to: 2 },
            { pod: 0, to: 1 },
          ],
        }),
      ),
    ).toMatchObject({ evictions: 2 });
  });

  test('a pod that is not there cannot be moved', () => {
    const later = anInstance({ nodes: 2, start: [ABSENT], use: [1], steps: 3, life: life([2], [3]) });
    expect(() => runReplay(later, scripted({ 0: [{ pod: 0, to: 1 }] }))).toThrow('at step 0: pod 0 is not there');
  });
});

const life = (from: number[], until: number[]) => ({ from: Int32Array.from(from), until: Int32Array.from(until) });

describe('arrivals and departures', () => {
  const churn = anInstance({
    nodes: 2,
    start: [0, ABSENT, ABSENT],
    use: [9, 9, 9],
    steps: 4,
    life: life([0, 1, 2], [2, 3, 4]),
  });

  test('pods load nodes from the step they come to the one before they go', () => {
    expect(runReplay(churn, none)).toMatchObject({ over80: 5 * (1 + 2 + 2 + 1) });
  });

  test('they go where the least is requested, unless the policy places them', () => {
    expect(runReplay(churn, none)).toMatchObject({ over100: 0 });
    const herd: ReplayPolicy = { name: 'herd', begin: () => ({ decide: () => [], place: () => 0 }) };
    expect(runReplay(churn, herd)).toMatchObject({ over80: 20, over100: 10 });
  });

  test('what is counted may begin later', () => {
    expect(runReplay({ ...churn, countFrom: 3 }, none)).toMatchObject({ over80: 5 });
  });
});

test('the same instance and policy give the same outcome', () => {
  const script = scripted({ 0: [{ pod: 1, to: 1 }], 1: [{ pod: 1, to: 0 }] });
  expect(runReplay(hot, script)).toEqual(runReplay(hot, script));
});
