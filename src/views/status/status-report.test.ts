import { expect, test } from 'vitest';
import { known, unknown } from './known-or-not.ts';
import { type StatusReport, statusText } from './status-report.ts';

const now = Date.parse('2026-11-30T10:00:00Z');
const lease = { role: 'collector', holder: 'pod-a', renewedAt: now - 2000, durationMs: 15_000 };

const aReport = (change: Partial<StatusReport> = {}): StatusReport => ({
  at: '2026-11-30T10:00:00Z',
  namespace: 'plimsoll-system',
  roles: [],
  replicas: [],
  control: known({ pause: { kind: 'free' }, breaker: { kind: 'free' } }),
  moves: known({
    byPhase: { Surging: 1, Succeeded: 3 },
    underWay: 1,
    lastHour: 4,
    mostPerHour: known(6),
    inFlightPerOwner: 1,
    inFlightPerNode: 2,
  }),
  coverage: known({ ready: 20, fresh: 19, oldestMs: 34_000, freshForMs: 300_000 }),
  ...change,
});

test('who leads, what was said, and what is left', () => {
  const pass = { at: '2026-11-30T09:59:50Z', ageMs: 10_000, outcome: 'whole', tookMs: 20 };
  const report = aReport({
    roles: [
      { role: 'collector', lease: known(lease), said: known({ lastPass: pass, queueDepth: 2 }) },
      {
        role: 'rescheduler',
        lease: known({ ...lease, role: 'rescheduler', renewedAt: now - 120_000 }),
        said: unknown('whoever leads was not reached'),
      },
      { role: 'rules', lease: known(undefined), said: unknown('whoever leads was not reached') },
      {
        role: 'scheduler',
        lease: known({ ...lease, holder: undefined }),
        said: unknown('whoever leads was not reached'),
      },
    ],
    replicas: [{ name: 'pod-b', roles: unknown('the connection was refused') }],
  });
  expect(statusText(report, now)).toMatchInlineSnapshot(`
    "ROLE          LEADER                       RENEWED    LAST PASS   OUTCOME         QUEUE
    collector     pod-a                        2s ago     10s ago     whole               2
    rescheduler   nobody (pod-a fell silent)   2m0s ago   <unknown>   <unknown>   <unknown>
    rules         never ran                    -          <unknown>   <unknown>   <unknown>
    scheduler     nobody                       2s ago     <unknown>   <unknown>   <unknown>

    Kill switch    moves may begin
    Breaker        closed
    Moves          1 under way; of all kept: 1 Surging, 3 Succeeded
    Budgets left   2 of 6 this hour; at once 1 an owner, 2 a node
    Coverage       19 of 20 ready nodes (95%) carry a load not older than 5m0s; the oldest sample is 34s old
    Not reached    pod-b: the connection was refused
    "
  `);
});

test('what could not be read is unknown, never nought, and keeps nothing else from being told', () => {
  const forbidden = unknown('listing leases: ann may not');
  const report = aReport({
    roles: [{ role: 'collector', lease: forbidden, said: unknown('whoever leads was not reached') }],
    control: unknown('reading configmaps plimsoll-control: ann may not'),
    moves: unknown('listing podmigrations: ann may not'),
  });
  expect(statusText(report, now)).toMatchInlineSnapshot(`
    "ROLE        LEADER      RENEWED     LAST PASS   OUTCOME         QUEUE
    collector   <unknown>   <unknown>   <unknown>   <unknown>   <unknown>

    Kill switch    <unknown>: reading configmaps plimsoll-control: ann may not
    Breaker        <unknown>: reading configmaps plimsoll-control: ann may not
    Moves          <unknown>: listing podmigrations: ann may not
    Budgets left   <unknown>: listing podmigrations: ann may not
    Coverage       19 of 20 ready nodes (95%) carry a load not older than 5m0s; the oldest sample is 34s old
    "
  `);
});

test('a pause and an open breaker are told with their reasons', () => {
  const pause = { kind: 'held', since: '2026-11-30T09:00:00Z', reason: 'The database is upgraded. (ann)' } as const;
  const text = statusText(aReport({ control: known({ pause, breaker: { kind: 'held' } }) }), now);
  expect(text).toContain('Kill switch    PAUSED since 2026-11-30T09:00:00Z: The database is upgraded. (ann)\n');
  expect(text).toContain('Breaker        OPEN since an unknown time\n');
});
