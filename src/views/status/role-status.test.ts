import { expect, test } from 'vitest';
import { roleRows, roleTable, type Leader, type RoleStatus } from './role-status.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5);

function aRole(more: Partial<RoleStatus> = {}): RoleStatus {
  return {
    role: 'rescheduler',
    kind: 'loop',
    leader: { kind: 'self' },
    lastPass: { kind: 'known', at: now - 12_000, outcome: 'done', tookMs: 340 },
    queueDepth: 3,
    watched: [
      { kind: 'nodes', heardAt: now - 2000 },
      { kind: 'pods', heardAt: 'unknown' },
    ],
    ...more,
  };
}

test('a row is plain values a machine can read', () => {
  expect(roleRows([aRole()], now)).toEqual([
    {
      role: 'rescheduler',
      kind: 'loop',
      leader: 'self',
      lastPass: { at: '2026-01-02T03:03:53.000Z', ageMs: 12_000, outcome: 'done', tookMs: 340 },
      queueDepth: 3,
      agesMs: { nodes: 2000, pods: 'unknown' },
    },
  ]);
});

const leaders: { leader: Leader; want: string }[] = [
  { leader: { kind: 'self' }, want: 'self' },
  { leader: { kind: 'other', name: 'plimsoll-1' }, want: 'plimsoll-1' },
  { leader: { kind: 'none' }, want: 'none' },
  { leader: { kind: 'not-needed' }, want: 'not needed' },
];
for (const { leader, want } of leaders) {
  test(`a leader that is ${leader.kind} is shown as "${want}"`, () => {
    expect(roleRows([aRole({ leader })], now)[0]?.leader).toBe(want);
  });
}

test('a time ahead of ours is no negative age', () => {
  const [row] = roleRows([aRole({ watched: [{ kind: 'nodes', heardAt: now + 50 }] })], now);
  expect(row?.agesMs).toEqual({ nodes: 0 });
});

test('people see one table, and what is unknown is said', () => {
  const roles = [
    aRole(),
    aRole({ role: 'rules', leader: { kind: 'none' }, lastPass: { kind: 'never' }, queueDepth: 'unknown' }),
    aRole({
      role: 'extender',
      kind: 'server',
      leader: { kind: 'not-needed' },
      lastPass: { kind: 'none' },
      queueDepth: 'none',
      watched: [],
    }),
  ];
  expect(roleTable(roleRows(roles, now))).toBe(
    [
      'ROLE          KIND     LEADER       LAST PASS   OUTCOME    TOOK     QUEUE   AGES',
      'rescheduler   loop     self         12s ago     done      340ms         3   nodes 2s, pods unknown',
      'rules         loop     none         never       never     never   unknown   nodes 2s, pods unknown',
      'extender      server   not needed   -           -             -         -   -',
      '',
    ].join('\n'),
  );
});

const spans = [
  { ms: 0, want: '0ms' },
  { ms: 999, want: '999ms' },
  { ms: 1000, want: '1s' },
  { ms: 59_999, want: '59s' },
  { ms: 185_000, want: '3m5s' },
  { ms: 7_620_000, want: '2h7m' },
  { ms: 788_400_000, want: '9d3h' },
];
for (const { ms, want } of spans) {
  test(`an age of ${ms} ms reads ${want}`, () => {
    const rows = roleRows([aRole({ watched: [{ kind: 'nodes', heardAt: now - ms }] })], now);
    expect(roleTable(rows)).toContain(`nodes ${want}\n`);
  });
}
