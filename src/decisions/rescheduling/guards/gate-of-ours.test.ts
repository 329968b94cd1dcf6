import { describe, expect, test } from 'vitest';
import type { MigrationPhase, PodMigration } from '#api/pod-migration.ts';
import { instantText } from '#load/instant.ts';
import { parseWindow } from '#base/written-window.ts';
import { gateFor, gateForAll, type HouseRules } from './gate-of-ours.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const rules: HouseRules = {
  now: NOW,
  control: { pause: { kind: 'free' }, breaker: { kind: 'free' } },
  windows: [],
  settledAt: 0,
  coverage: { ready: 10, seen: 10, share: 1 },
  neededCoverage: 0.9,
  unheard: [],
};
const held = { kind: 'held', since: '2026-11-30T11:00:00Z', reason: 'the big sale' } as const;

describe('what holds every move back', () => {
  const cases: readonly { readonly name: string; readonly change: Partial<HouseRules>; readonly want: string }[] = [
    { name: 'nothing', change: {}, want: 'open' },
    { name: 'a kill switch that cannot be read', change: { control: 'unread' }, want: 'ControlUnread' },
    { name: 'the kill switch', change: { control: { pause: held, breaker: { kind: 'free' } } }, want: 'Paused' },
    { name: 'the breaker', change: { control: { pause: { kind: 'free' }, breaker: held } }, want: 'BreakerOpen' },
    { name: 'the calendar', change: { windows: [parseWindow('22:00-06:00')!] }, want: 'OutsideWindows' },
    { name: 'an open window', change: { windows: [parseWindow('11:00-13:00')!] }, want: 'open' },
    { name: 'blindness', change: { coverage: { ready: 10, seen: 8, share: 0.8 } }, want: 'Blind' },
    { name: 'trap 56: an old picture', change: { unheard: ['Pod'] }, want: 'Stale' },
    { name: 'a replica that stands by', change: { settledAt: Number.POSITIVE_INFINITY }, want: 'StandingBy' },
    { name: 'trap 51: a new leader', change: { settledAt: NOW + 1 }, want: 'NewLeader' },
  ];
  test.each(cases)('$name: $want', ({ change, want }) => {
    const gate = gateForAll({ ...rules, ...change });
    expect(gate.kind === 'held' ? gate.reason : 'open').toBe(want);
  });

  test('says who paused it, since when and why', () => {
    const gate = gateForAll({ ...rules, control: { pause: held, breaker: { kind: 'free' } } });
    expect(gate).toMatchObject({
      message: 'Moves are paused since 2026-11-30T11:00:00Z: the big sale; plimsoll resume frees them.',
    });
  });
});

const web = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'web' };

function aMove(
  uid: string,
  phase: MigrationPhase,
  more: Partial<NonNullable<PodMigration['status']>> = {},
): PodMigration {
  const since = instantText(NOW);
  return {
    metadata: { namespace: 'shop', name: uid, uid, resourceVersion: '1' },
    spec: { podRef: { name: uid, uid }, targetNode: 'b', mode: 'Auto', reason: 'Hot.', deadline: since },
    status: { phase, since, sourceNode: 'a', workload: web, ...more },
  };
}

describe('what holds one move back beside others', () => {
  const { budgets } = planDefaults;
  const gateOf = (migration: PodMigration, others: readonly PodMigration[]): string => {
    const gate = gateFor(migration, [migration, ...others], { rules, budgets, pods: 100 });
    return gate.kind === 'held' ? gate.reason : 'open';
  };
  const other = { workload: { ...web, uid: 'other' } };

  test('trap 48: another pod of its workload is on its way', () => {
    expect(gateOf(aMove('m1', 'Approved'), [aMove('m2', 'Settling')])).toBe('OwnerBusy');
    expect(gateOf(aMove('m1', 'Approved'), [aMove('m2', 'Approved')])).toBe('open');
  });

  test('two moves touch its node already', () => {
    const busy = [aMove('m2', 'Surging', other), aMove('m3', 'Evicting', { workload: { ...web, uid: 'third' } })];
    expect(gateOf(aMove('m1', 'Approved'), busy)).toBe('NodeBusy');
    expect(gateOf(aMove('m1', 'Approved'), busy.slice(1))).toBe('open');
  });

  test('the moves of the hour are spent, moves by hand among them', () => {
    const done = Array.from({ length: 5 }, (_, at) =>
      aMove(`d${at}`, 'Succeeded', { ...other, toldToGoAt: instantText(NOW - 60_000) }),
    );
    expect(gateOf(aMove('m1', 'Approved'), done)).toBe('HourSpent');
    expect(gateOf(aMove('m1', 'Approved'), done.slice(1))).toBe('open');
  });

  test('what has begun is not held back by what began beside it', () => {
    expect(gateOf(aMove('m1', 'Surging'), [aMove('m2', 'Surging')])).toBe('open');
  });
});
