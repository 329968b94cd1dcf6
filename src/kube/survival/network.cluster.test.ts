import { expect } from 'vitest';
import { expectSurvived } from '#test/support/survival/expect-survived.ts';
import { survivalTest as test } from '#test/support/survival/survival-test.ts';
import { cutOff } from '#test/support/fault-proxy/cut-off.ts';

/** The watch that is open, and those to come. */
const watches = { watch: true, underWay: true } as const;

test('fault 1: latency', async ({ follow, proxy }) => {
  const it = await follow();
  const slow = [
    proxy.faults.inject({ kind: 'latency', ms: 300, per: 'chunk' }, watches),
    proxy.faults.inject({ kind: 'latency', ms: 500, per: 'request' }),
  ];
  await it.shop.change();
  await it.inStep(); // late, and all there
  proxy.resetAll();
  await it.shop.change();
  await it.heard.hears('opened', 2);
  for (const one of slow) await one.clear();
  await it.shop.change();
  expect(await expectSurvived(it)).toEqual(['ended: kube/unreachable', 'faulted: kube/unreachable', 'opened']);
});

test('fault 2: bandwidth cut', async ({ follow, proxy: { faults } }) => {
  const it = await follow();
  const narrow = faults.inject({ kind: 'bandwidth', bytesPerS: 2000 }, watches);
  await it.shop.change();
  await it.inStep(); // slowly, and all there
  await it.shop.change();
  await narrow.clear();
  await it.shop.change();
  expect(await expectSurvived(it)).toEqual([]); // slow is not broken
});

test('fault 3: a stall in mid-body of the first list', async ({ follow, proxy: { faults } }) => {
  const stalled = faults.inject({ kind: 'stall', at: 700, bytes: 'swallowed' }, { watch: true, nth: 1 });
  const it = await follow({ start: 'at-once', options: { initialSilenceMs: 1000 } });
  await it.shop.change();
  expect(it.status.synced).toBe(false);
  await it.heard.hears('fell back to pages');
  expect(stalled.hits).toBe(1);
  await it.shop.change();
  await it.inStep();
  await expectSurvived(it);
  const begun = ['listing: start', 'opened', 'ended: silent', 'fell back to pages'];
  expect(it.heard.story).toEqual([...begun, 'listing: start', 'synced', 'opened']);
});

test('fault 3: a stall in mid-body of a page', async ({ follow, proxy: { faults } }) => {
  faults.inject(
    { kind: 'answer', status: 400, headers: {}, body: 'sendInitialEvents?' },
    { path: /sendInitialEvents/ },
  );
  faults.inject({ kind: 'stall', at: 700, bytes: 'swallowed' }, { path: /limit=/, nth: 2 });
  const it = await follow({ start: 'at-once', options: { silenceMs: 1500 } });
  await it.heard.hears('faulted: kube/timeout');
  await it.shop.change();
  await it.inStep();
  expect(it.heard.story.slice(0, 5)).toEqual([
    'listing: start',
    'fell back to pages',
    'listing: start',
    'faulted: kube/timeout',
    'listing: start',
  ]);
  await expectSurvived(it);
});

test('fault 3: a stall in mid-body of a watch', async ({ follow, proxy: { faults } }) => {
  const it = await follow({ options: { silenceMs: 1500 } });
  faults.inject({ kind: 'stall', at: 300, bytes: 'swallowed' }, { ...watches, nth: 1 });
  await it.shop.change();
  await it.heard.hears('ended: silent');
  await it.shop.change();
  const story = await expectSurvived(it);
  expect(new Set(story)).toEqual(new Set(['ended: silent', 'opened'])); // no list, no fault
});

test('fault 4: a reset in mid-line', async ({ follow, proxy: { faults } }) => {
  const it = await follow();
  await it.shop.change();
  await it.inStep();
  faults.inject({ kind: 'reset', at: 300 }, { ...watches, nth: 1 });
  await it.shop.change();
  await it.heard.hears('opened', 2);
  await it.shop.change();
  expect(await expectSurvived(it)).toEqual(['ended: kube/unreachable', 'faulted: kube/unreachable', 'opened']);
});

test('fault 5: a black hole', async ({ follow, proxy: { faults } }) => {
  const it = await follow({ options: { silenceMs: 1500 } });
  await it.shop.change();
  await it.inStep();
  const dark = cutOff(faults);
  const wentDarkAt = Date.now();
  await it.shop.change();
  await it.heard.hears('faulted: kube/unreachable', 2);
  expect(it.status.heardAt).toBeLessThan(wentDarkAt + 100); // the picture's age is no secret
  await dark.clear();
  await it.shop.change();
  const story = await expectSurvived(it);
  expect(story.slice(0, 3)).toEqual(['ended: silent', 'faulted: kube/unreachable', 'opened']);
});

test('fault 6: a refused connection', async ({ follow, proxy }) => {
  const it = await follow();
  const refused = proxy.faults.inject({ kind: 'refuse' });
  proxy.resetAll();
  await it.shop.change();
  await it.heard.hears('faulted: kube/unreachable', 3);
  await refused.clear();
  await it.shop.change();
  expect(await expectSurvived(it)).toEqual(['ended: kube/unreachable', 'faulted: kube/unreachable', 'opened']);
});

test('fault 7: a half-close', async ({ follow, proxy: { faults } }) => {
  const it = await follow();
  faults.inject({ kind: 'half-close', at: 0 }, { ...watches, nth: 1 });
  await it.shop.change();
  await it.heard.hears('opened', 2);
  await it.shop.change();
  expect(await expectSurvived(it)).toEqual(['ended: kube/unreachable', 'faulted: kube/unreachable', 'opened']);
});

test('fault 17: a watch closed every second', async ({ follow, proxy: { faults } }) => {
  const it = await follow();
  const closing = faults.inject({ kind: 'end', afterMs: 1000 }, watches);
  while (closing.hits < 4) await it.shop.change();
  await closing.clear();
  await it.shop.change();
  const story = await expectSurvived(it);
  expect(new Set(story)).toEqual(new Set(['ended: closed', 'opened'])); // no list
});

test('fault 20: a watch that goes silent without closing', async ({ follow, proxy: { faults } }) => {
  const it = await follow({ options: { silenceMs: 1500 } });
  await it.shop.change();
  await it.inStep();
  faults.inject({ kind: 'stall', at: 0, bytes: 'swallowed' }, { ...watches, nth: 1 });
  await it.shop.change();
  await it.heard.hears('ended: silent');
  await it.shop.change();
  const story = await expectSurvived(it);
  expect(new Set(story)).toEqual(new Set(['ended: silent', 'opened'])); // no list, no fault
});
