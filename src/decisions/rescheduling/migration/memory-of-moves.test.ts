import { expect, test } from 'vitest';
import type { MigrationPhase, PodMigration, WorkloadRef } from '#api/pod-migration.ts';
import { memoryDefaults, memoryOfMoves } from './memory-of-moves.ts';

const now = Date.parse('2026-11-30T10:00:00Z');
const minute = 60_000;
const web: WorkloadRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'd' };
const db: WorkloadRef = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 's' };

interface Past {
  readonly agoMs: number;
  readonly phase?: MigrationPhase;
  readonly workload?: WorkloadRef;
  readonly pod?: string;
  readonly wasDisturbed?: boolean;
}

function aMove({ agoMs, phase = 'Succeeded', workload = web, pod = 'web-1', wasDisturbed = true }: Past): PodMigration {
  const since = new Date(now - agoMs).toISOString();
  return {
    metadata: { namespace: 'shop', name: 'm', uid: 'm', resourceVersion: '1' },
    spec: { podRef: { name: pod, uid: 'u' }, mode: 'Auto', reason: 'hot', deadline: since },
    status: { phase, since, workload, ...(wasDisturbed ? { toldToGoAt: since } : {}) },
  };
}

/** Minutes from now on for which it is left alone, after these moves. */
function coolFor(moves: readonly Past[], workload: WorkloadRef = web, pod = 'web-2'): number | undefined {
  const memory = memoryOfMoves(moves.map(aMove), now, memoryDefaults).of(workload, pod);
  return memory === undefined ? undefined : (memory.coolUntil - now) / minute;
}

const cases: readonly { readonly name: string; readonly moves: readonly Past[]; readonly want: number | undefined }[] =
  [
    { name: 'nothing happened', moves: [], want: undefined },
    { name: 'one move: 15 minutes', moves: [{ agoMs: 0 }], want: 15 },
    { name: 'two: twice as long', moves: [{ agoMs: 0 }, { agoMs: 60 * minute }], want: 30 },
    {
      name: 'three: twice as long again',
      moves: [{ agoMs: 0 }, { agoMs: 60 * minute }, { agoMs: 120 * minute }],
      want: 60,
    },
    { name: 'six hours at most', moves: Array.from({ length: 20 }, () => ({ agoMs: 0 })), want: 360 },
    { name: 'a move in vain counts twice', moves: [{ agoMs: 0, phase: 'Failed' }], want: 30 },
    { name: 'a refusal waits once', moves: [{ agoMs: 0, phase: 'Refused', wasDisturbed: false }], want: 15 },
    {
      name: 'refusals do not double',
      moves: [1, 2, 3].map(() => ({ agoMs: 0, phase: 'Refused' as const, wasDisturbed: false })),
      want: 15,
    },
    {
      name: 'trap 30: what was withdrawn is nothing',
      moves: [{ agoMs: 0, phase: 'Withdrawn', wasDisturbed: false }],
      want: undefined,
    },
    { name: 'what is not over is nothing', moves: [{ agoMs: 0, phase: 'Settling' }], want: undefined },
    { name: 'after two days it is forgotten', moves: [{ agoMs: 48 * 60 * minute }], want: undefined },
    { name: 'and doubles no more', moves: [{ agoMs: 0 }, { agoMs: 48 * 60 * minute }], want: 15 },
    { name: 'another workload is another', moves: [{ agoMs: 0, workload: db }], want: undefined },
  ];
for (const { name, moves, want } of cases) {
  test(name, () => expect(coolFor(moves)).toBe(want));
}

test('pods of a StatefulSet are remembered one by one', () => {
  const moves = [{ agoMs: 0, workload: db, pod: 'db-0' }];
  expect(coolFor(moves, db, 'db-0')).toBe(15);
  expect(coolFor(moves, db, 'db-1')).toBeUndefined();
});

test('the same moves are remembered the same, in whatever order they are read', () => {
  const moves: readonly Past[] = [{ agoMs: 0 }, { agoMs: 90 * minute, phase: 'Failed' }, { agoMs: 30 * minute }];
  expect(coolFor(moves.toReversed())).toBe(coolFor(moves));
});
