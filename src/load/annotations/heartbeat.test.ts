import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { heartbeatDue, heartbeatOf } from './heartbeat.ts';

const options = { heartbeatMs: 60_000, writesPerSecond: 20 };

const cases = [
  { name: 'a small cluster has the heartbeat asked for', nodes: 900, want: { everyMs: 60_000, stretched: false } },
  { name: 'up to where the budget has room for it', nodes: 960, want: { everyMs: 60_000, stretched: false } },
  { name: 'a large cluster stretches it, and says so', nodes: 15_000, want: { everyMs: 937_500, stretched: true } },
  { name: 'no node, no matter', nodes: 0, want: { everyMs: 60_000, stretched: false } },
];
for (const { name, nodes, want } of cases) {
  test(name, () => expect(heartbeatOf(nodes, options)).toEqual(want));
}

test('a heartbeat is due within one interval, and then every interval', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 2_000_000_000_000 }), (uid, writtenAt) => {
      const due = heartbeatDue(uid, writtenAt, 60_000);
      expect(due).toBeGreaterThan(writtenAt);
      expect(due - writtenAt).toBeLessThanOrEqual(60_000);
      expect(heartbeatDue(uid, due, 60_000)).toBe(due + 60_000);
    }),
  );
});

test('nodes written at the same moment come due all over the interval', () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let node = 0; node < 1000; node++) tenths[Math.floor((heartbeatDue(`uid-${node}`, 0, 60_000) - 1) / 6000)]!++;
  expect(Math.min(...tenths)).toBeGreaterThan(60);
});
