import { expect, test } from 'vitest';
import type { PodMigration, PodMigrationStatus, WorkloadRef } from '#api/pod-migration.ts';
import { instantText } from '#load/instant.ts';
import { knownMoves } from './known-moves.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const MINUTE = 60_000;
const web: WorkloadRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'web' };
const ago = (minutes: number): string => instantText(NOW - minutes * MINUTE);

const aMove = (status: Partial<PodMigrationStatus> = {}): PodMigration => ({
  metadata: { namespace: 'shop', name: 'move', uid: 'move', resourceVersion: '1' },
  spec: { podRef: { name: 'web-1', uid: 'web-1' }, targetNode: 'b', mode: 'Auto', reason: 'Hot.', deadline: ago(-5) },
  status: { phase: 'Succeeded', since: ago(5), sourceNode: 'a', workload: web, ...status },
});

const pod = (uid: string): { name: string; uid: string } => ({ name: uid, uid });

/** Each pod came instead of the one before it, so many minutes ago, off this node. */
const movedOn = (...moves: readonly (readonly [pod: string, heir: string, minutesAgo: number, from: string])[]) =>
  knownMoves(
    moves.map(([uid, heir, minutesAgo, sourceNode]) => {
      const status = { replacement: pod(heir), since: ago(minutesAgo), sourceNode, toldToGoAt: ago(minutesAgo + 1) };
      const { metadata, spec, status: told } = aMove(status);
      return { metadata, spec: { ...spec, podRef: pod(uid) }, status: told! };
    }),
    NOW,
  );

test('a workload that was moved rests, and longer the pod that came instead', () => {
  const rest = (endedMinutesAgo: number, uid: string) =>
    movedOn(['web-1', 'web-2', endedMinutesAgo, 'a']).restOf(pod(uid), web);
  expect(rest(5, 'web-9')).toEqual({ of: 'workload', until: NOW + 10 * MINUTE });
  expect(rest(5, 'web-2')).toEqual({ of: 'pod', until: NOW + (2 * 60 - 5) * MINUTE });
  expect(rest(20, 'web-9')).toBeUndefined();
  expect(rest(20, 'web-2')).toEqual({ of: 'pod', until: NOW + (2 * 60 - 20) * MINUTE });
  expect(rest(2 * 60, 'web-2')).toBeUndefined();
});

test('#1695: a pod is dearer for each move since the first that it came instead of, less so as they fade; its siblings are not', () => {
  const moves = movedOn(['web-1', 'web-2', 0, 'a'], ['web-2', 'web-3', 0, 'b']);
  const dearness = (uid: string): number => moves.pastOf(uid).dearness;
  expect(['web-1', 'web-2', 'web-3', 'web-9'].map(dearness)).toEqual([1, 2, 4, 1]);
  expect(movedOn(['web-1', 'web-2', 24 * 60, 'a']).pastOf('web-2').dearness).toBeCloseTo(2 ** Math.exp(-1 / 7), 9);
  expect(movedOn(['web-1', 'web-1', 0, 'a']).pastOf('web-1').dearness).toBe(2);
});

test('#994: a pod goes back to none of the nodes that it and its forerunners left within a day', () => {
  const moves = movedOn(
    ['web-1', 'web-2', 26 * 60, 'a'],
    ['web-2', 'web-3', 14 * 60, 'b'],
    ['web-3', 'web-4', 7 * 60, 'c'],
  );
  const left = (uid: string): string[] => ['a', 'b', 'c', 'd'].filter(moves.pastOf(uid).leftLately);
  expect([left('web-4'), left('web-3'), left('web-2'), left('web-9')]).toEqual([['b', 'c'], ['b'], [], []]);
});

test('a node that a move left counts as relieved until its verdict can tell of it, and not where nothing left', () => {
  const by = (status: Partial<PodMigrationStatus>) => knownMoves([aMove(status)], NOW).wasRelieved;
  expect(['a', 'b'].map(by({ toldToGoAt: ago(9), since: ago(6) }))).toEqual([true, false]);
  expect(by({ toldToGoAt: ago(20), since: ago(11) })('a')).toBe(false);
  expect(by({ phase: 'Withdrawn' })('a')).toBe(false);
});

for (const phase of ['Refused', 'Withdrawn', 'Failed'] as const) {
  test(`trap 30: what was ${phase.toLowerCase()} books no room: no node, no owner, no hour`, () => {
    const moves = knownMoves([aMove({ phase })], NOW);
    expect([moves.inFlightOfOwner('web'), moves.inFlightOfNode('a'), moves.inFlightOfNode('b')]).toEqual([0, 0, 0]);
    expect(moves.lastHour).toBe(0);
  });
}

test('moves under way count on both nodes and for their owner; those begun count for an hour, those about to begin too', () => {
  const moves = knownMoves(
    [
      aMove({ phase: 'Evicting' }),
      aMove({ toldToGoAt: ago(59) }),
      aMove({ toldToGoAt: ago(61) }),
      aMove({ phase: 'Refused' }),
    ],
    NOW,
  );
  expect(moves.inFlightOfOwner('web')).toBe(1);
  expect(['a', 'b', 'c'].map(moves.inFlightOfNode)).toEqual([1, 1, 0]);
  expect(moves.lastHour).toBe(2);
});

test('a pod is headed for its target until it is told to go', () => {
  expect(knownMoves([aMove({ phase: 'Surging' })], NOW).headedFor('web-1')).toBe('b');
  expect(knownMoves([aMove({ phase: 'Settling', toldToGoAt: ago(1) })], NOW).headedFor('web-1')).toBeUndefined();
  expect(knownMoves([aMove()], NOW).headedFor('web-1')).toBeUndefined();
});

test('until a move has settled its nodes are believed to bear what was predicted, not what is still measured', () => {
  const predicted = { source: { cpu: '0.700' }, target: { cpu: '0.500' } };
  const settling = knownMoves([aMove({ phase: 'Settling', toldToGoAt: ago(1), predicted })], NOW);
  expect(settling.believed('a', 'cpu', 0.95)).toBe(0.7);
  expect(settling.believed('a', 'cpu', 0.6)).toBe(0.6);
  expect(settling.believed('b', 'cpu', 0.3)).toBe(0.5);
  expect(settling.believed('b', 'memory', 0.3)).toBe(0.3);
  expect(settling.believed('c', 'cpu', 0.3)).toBe(0.3);
  const elsewhere = { phase: 'Settling', toldToGoAt: ago(1), predicted, landedNode: 'c' } as const;
  expect(knownMoves([aMove(elsewhere)], NOW).believed('b', 'cpu', 0.3)).toBe(0.3);
  expect(knownMoves([aMove({ toldToGoAt: ago(1), predicted })], NOW).believed('a', 'cpu', 0.95)).toBe(0.95);
});
