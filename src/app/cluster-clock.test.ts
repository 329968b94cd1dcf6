import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClusterClock } from './cluster-clock.ts';

const T = Date.parse('2026-11-30T10:00:00Z');
const MINUTE = 60_000;

/** A machine whose wall clock is so far ahead of the API server's, and what passes between the two. */
function aMachine(aheadMs: number) {
  let passedMs = 0;
  let setByMs = 0;
  const clock = new ClusterClock({
    monotonic: () => 5000.25 + passedMs,
    now: () => T + passedMs + aheadMs + setByMs,
  });
  return {
    clock,
    server: () => T + passedMs,
    pass: (ms: number) => (passedMs += ms),
    setBy: (ms: number) => (setByMs += ms),
    /** The answer is begun after `thereMs`, and heard `backMs` later. */
    ask: (thereMs = 10, backMs = 10) => {
      const written = Math.floor((T + passedMs + thereMs) / 1000) * 1000;
      passedMs += thereMs + backMs;
      clock.dated(written, thereMs + backMs);
    },
  };
}

for (const aheadMs of [6 * MINUTE, -6 * MINUTE, 86_400_000])
  test(`a machine ${aheadMs / MINUTE} minutes ahead goes by the API server’s time, once it has heard it`, () => {
    const { clock, server, pass, ask } = aMachine(aheadMs);
    expect(clock.machineAheadMs).toBe('unknown');
    expect(Math.abs(clock.now() - server() - aheadMs)).toBeLessThanOrEqual(1);
    for (let asked = 0; asked < 20; asked++) {
      ask();
      expect(Math.abs(clock.now() - server())).toBeLessThanOrEqual(1020);
      pass(137);
    }
    expect(Math.abs(Number(clock.machineAheadMs) - aheadMs)).toBeLessThanOrEqual(1020);
  });

test('where the clocks agree, it is the machine’s', () => {
  const { clock, server, pass, ask } = aMachine(0);
  for (let asked = 0; asked < 20; asked++) {
    ask(400, 5);
    expect(Math.abs(clock.now() - server())).toBeLessThanOrEqual(1);
    pass(777);
  }
  expect(clock.machineAheadMs).toBe(0);
});

test('a machine whose clock is set while it runs changes nothing', () => {
  const { clock, server, pass, setBy, ask } = aMachine(0);
  ask();
  setBy(-3_600_000);
  pass(1000);
  expect(Math.abs(clock.now() - server())).toBeLessThanOrEqual(1);
  expect(clock.machineAheadMs).toBe(-3_600_000);
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), there: fc.nat(3000), back: fc.nat(3000) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(100_000) }),
);

test('whatever is heard and when: it never goes back, and is never further off than what an answer leaves open', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MINUTE * 60, max: MINUTE * 60 }), fc.array(step), (aheadMs, steps) => {
      const { clock, server, pass, ask } = aMachine(aheadMs);
      ask();
      let before = clock.now();
      for (const each of steps) {
        if (each.kind === 'ask') ask(each.there, each.back);
        else pass(each.ms);
        const now = clock.now();
        expect(now).toBeGreaterThanOrEqual(before);
        expect(Math.abs(now - server())).toBeLessThanOrEqual(1022);
        before = now;
      }
    }),
  );
});
