import { expect, test } from 'vitest';
import { podMigrationSpecSchema, podMigrationStatusSchema } from '#api/pod-migration.ts';
import { approvedByHand, wishedByHand, type WishByHand } from './by-hand.ts';

const now = Date.parse('2026-11-30T10:00:00Z');

const aWish = (name: string): WishByHand => ({
  pod: { namespace: 'shop', name, uid: 'u1' },
  mode: 'Auto',
  reason: 'It is noisy.',
  by: 'ann',
  deadlineMs: 60_000,
});

test('a wish by hand is one that the schema takes, and its deadline is counted from now', () => {
  const { namespace, name, spec } = wishedByHand(aWish('web-1'), now);
  expect(namespace).toBe('shop');
  expect(name).toMatch(/^web-1-[0-9a-f]{8}$/);
  expect(podMigrationSpecSchema.parse(spec).deadline).toBe('2026-11-30T10:01:00.000Z');
});

for (const stem of ['web', 'a'.repeat(253), `${'b'.repeat(53)}-c`, `${'d'.repeat(53)}.e`]) {
  test(`the name made of a pod's of ${stem.length} characters is one that labels and objects may bear`, () => {
    expect(wishedByHand(aWish(stem), now).name).toMatch(/^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/);
  });
}

test('the same wish a moment later has another name: what was wished before is remembered', () => {
  expect(wishedByHand(aWish('web'), now).name).not.toBe(wishedByHand(aWish('web'), now + 1).name);
});

test('approval by hand says by whom, and keeps what the status told before', () => {
  const status = approvedByHand(
    { status: { phase: 'Proposed', since: '2026-11-30T09:00:00Z', sourceNode: 'n1' } },
    'ann',
    now,
  );
  expect(podMigrationStatusSchema.parse(status)).toMatchObject({
    phase: 'Approved',
    since: '2026-11-30T10:00:00.000Z',
    sourceNode: 'n1',
    history: [{ phase: 'Approved', reason: 'ApprovedByHand', message: 'Approved by ann.' }],
  });
});
