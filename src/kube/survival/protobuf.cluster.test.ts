import { expect } from 'vitest';
import { expectSurvived } from '#test/support/survival/expect-survived.ts';
import { podsInProtobuf as goods } from '#test/support/survival/goods.ts';
import { survivalTest as test } from '#test/support/survival/survival-test.ts';

const watches = { watch: true, underWay: true } as const;

test('fault 2: bandwidth cut, of pods in protobuf', async ({ follow, proxy: { faults } }) => {
  const it = await follow({ goods });
  const narrow = faults.inject({ kind: 'bandwidth', bytesPerS: 4000 }, watches);
  await it.shop.change();
  await it.inStep();
  await narrow.clear();
  await it.shop.change();
  expect(await expectSurvived(it)).toEqual([]);
});

test('fault 3: a stall in mid-frame of a watch in protobuf', async ({ follow, proxy: { faults } }) => {
  const it = await follow({ goods, options: { silenceMs: 1500 } });
  faults.inject({ kind: 'stall', at: 300, bytes: 'swallowed' }, { ...watches, nth: 1 });
  await it.shop.change();
  await it.heard.hears('ended: silent');
  await it.shop.change();
  expect(new Set(await expectSurvived(it))).toEqual(new Set(['ended: silent', 'opened']));
});

test('fault 4: a reset in mid-frame of protobuf', async ({ follow, proxy: { faults } }) => {
  const it = await follow({ goods });
  faults.inject({ kind: 'reset', at: 300 }, { ...watches, nth: 1 });
  await it.shop.change();
  await it.heard.hears('opened', 2);
  await it.shop.change();
  expect(await expectSurvived(it)).toEqual(['ended: kube/unreachable', 'faulted: kube/unreachable', 'opened']);
});

test('fault 12: truncated protobuf of a watch', async ({ follow, proxy: { faults } }) => {
  const it = await follow({ goods });
  faults.inject({ kind: 'truncate', at: 300 }, { ...watches, nth: 1 });
  await it.shop.change();
  await it.heard.hears('opened', 2);
  await it.shop.change();
  expect(await expectSurvived(it)).toEqual(['ended: kube/malformed', 'faulted: kube/malformed', 'opened']);
});

test('fault 12: truncated protobuf of a page', async ({ follow, proxy: { faults } }) => {
  faults.inject({ kind: 'truncate', at: 700 }, { path: /limit=/, nth: 2 });
  const it = await follow({ goods, start: 'at-once', options: { list: 'paged' } });
  await it.heard.hears('synced');
  await it.shop.change();
  await expectSurvived(it);
  expect(it.heard.story.slice(0, 4)).toEqual(['listing: start', 'faulted: kube/malformed', 'listing: start', 'synced']);
});
