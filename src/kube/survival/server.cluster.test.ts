import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { compactEtcd } from '#test/support/fault-proxy/compact-etcd.ts';
import { killAndRestart, onOwnControlPlane, whileStopped } from '#test/support/own-control-plane.ts';
import { expectAllSurvived, expectSurvived } from '#test/support/survival/expect-survived.ts';
import { podsInProtobuf } from '#test/support/survival/goods.ts';
import { survivalTest } from '#test/support/survival/survival-test.ts';
import { tooOld } from '#test/support/survival/too-old.ts';
import { until } from '#test/support/until.ts';

const { test, stop } = onOwnControlPlane(survivalTest);
afterAll(stop);

test('fault 13: 410 on resume, after etcd was really compacted', async ({ follow, proxy, own }) => {
  const all = [await follow(), await follow({ goods: podsInProtobuf })];
  await Promise.all(all.map(({ shop }) => shop.change()));
  await Promise.all(all.map((each) => each.inStep()));
  const refused = proxy.faults.inject({ kind: 'refuse' });
  proxy.resetAll();
  await Promise.all(all.map(({ shop }) => shop.change())); // no watch will ever tell of it
  await compactEtcd(own);
  await killAndRestart(own, 'kube-apiserver'); // its cache would still know
  await refused.clear();
  await Promise.all(all.map(({ shop }) => shop.change()));
  for (const story of await expectAllSurvived(all)) {
    const cut = ['ended: kube/unreachable', 'faulted: kube/unreachable', 'opened'];
    const gone = ['ended: kube/gone', 'faulted: kube/gone', 'listing: expired', 'opened', 'synced'];
    expect(story).toEqual(['listing: start', 'opened', 'synced', ...cut, ...gone]);
  }
});

test('fault 15: API server SIGKILL and restart', async ({ follow, own }) => {
  const it = await follow();
  await it.shop.change();
  await it.inStep();
  await it.shop.change();
  await killAndRestart(own, 'kube-apiserver');
  await it.shop.change();
  const story = await expectSurvived(it);
  expect(story.slice(0, 2)).toEqual(['ended: kube/unreachable', 'faulted: kube/unreachable']);
  expect(['opened', 'synced']).toContain(story.at(-1));
});

test('fault 16: etcd stopped for 10 s', async ({ follow, proxy, own }) => {
  const listing = await follow({ options: { initialSilenceMs: 3000, silenceMs: 3000 } });
  const { shop } = listing;
  const watching = await follow({ shop });
  await shop.change();
  await Promise.all([listing.inStep(), watching.inStep()]);
  const stopped = whileStopped(own, 'etcd', async () => {
    proxy.faults.inject(tooOld, { watch: true, underWay: true, nth: 1 }); // the first to follow has to list again
    const agesBy4s = async (): Promise<true | undefined> =>
      Date.now() - Number(watching.status.heardAt) > 4000 ? true : undefined; // but for a bookmark, nothing is heard
    await Promise.all([sleep(10_000), until('how old the picture is, to be no secret', agesBy4s, 10_000)]);
  });
  await Promise.all([stopped, shop.change()]);
  await shop.change();
  const [listed, watched] = await expectAllSurvived([listing, watching]);
  expect(watched).toEqual(['listing: start', 'opened', 'synced']);
  expect(listed).toContain('faulted: kube/timeout'); // the list was asked for, and not to be had
  expect(listed).not.toContain('fell back to pages');
});

test('fault 19: an expired continue token', async ({ follow, proxy, own }) => {
  const stalled = proxy.faults.inject({ kind: 'stall', at: 'request', bytes: 'held' }, { path: /continue=/, nth: 1 });
  const it = await follow({ start: 'at-once', options: { list: 'paged', pageWithinMs: 60_000, silenceMs: 60_000 } });
  await until('the second page to be asked for', async () => (stalled.hits === 1 ? true : undefined));
  await it.shop.change();
  await compactEtcd(own);
  await killAndRestart(own, 'kube-apiserver'); // its cache would still know
  await it.shop.change();
  await stalled.clear();
  await it.shop.change();
  await expectSurvived(it);
  expect(it.heard.story).toEqual(['listing: start', 'synced', 'opened']);
  const lists = proxy.requests({ watch: false, path: it.shop.path });
  expect(lists.map(({ status }) => status)).toEqual([200, 410, 200]); // a page, the token, and all in one
});
