import { expect } from 'vitest';
import {
  internalError,
  noBackend,
  throttled,
  throttledWithoutRetryAfter,
  unauthorised,
  unavailable,
} from '#test/support/fault-proxy/answers.ts';
import type { Answer } from '#test/support/fault-proxy/fault.ts';
import { expectSurvived } from '#test/support/survival/expect-survived.ts';
import { survivalTest as test } from '#test/support/survival/survival-test.ts';

const watches = { watch: true, underWay: true } as const;

interface Refusal {
  readonly name: string;
  readonly answer: Answer;
  readonly code: string;
  /** How long the next request stays away, at least. */
  readonly awayMs: number;
}

const refusals: readonly Refusal[] = [
  { name: 'fault 8: 429 with Retry-After', answer: throttled(1), code: 'kube/throttled', awayMs: 1000 },
  { name: 'fault 9: 429 without', answer: throttledWithoutRetryAfter, code: 'kube/throttled', awayMs: 50 },
  { name: 'fault 10: 500', answer: internalError, code: 'kube/server-error', awayMs: 50 },
  { name: 'fault 11: 503', answer: unavailable(), code: 'kube/server-error', awayMs: 50 },
  { name: 'fault 11: 503 of a load balancer', answer: noBackend, code: 'kube/server-error', awayMs: 50 },
];

for (const { name, answer, code, awayMs } of refusals) {
  test(`${name}, to a watch`, async ({ follow, proxy }) => {
    const it = await follow();
    await it.shop.change();
    await it.inStep();
    const refused = proxy.faults.inject(answer, { watch: true, nth: 1, times: 3 });
    proxy.resetAll();
    await it.shop.change();
    await it.heard.hears(`faulted: ${code}`, 3);
    await it.shop.change();
    const story = ['ended: kube/unreachable', 'faulted: kube/unreachable', `faulted: ${code}`, 'opened'];
    expect(await expectSurvived(it)).toEqual(story);
    expect(refused.hits).toBe(3);
    expect(it.heard.count(`faulted: ${code}`)).toBe(3);
    const [first, second] = proxy.requests().filter(({ status }) => status === answer.status);
    expect(second!.startedAt - first!.startedAt).toBeGreaterThanOrEqual(awayMs);
  });
}

test('faults 8 to 11, one after another to the first list', async ({ follow, proxy }) => {
  const refused = refusals.map(({ answer }) => proxy.faults.inject(answer, { watch: true, nth: 1 }));
  const it = await follow({ start: 'at-once' });
  await it.heard.hears('synced');
  expect(refused.map(({ hits }) => hits)).toEqual([1, 1, 1, 1, 1]);
  await it.shop.change();
  await expectSurvived(it);
  expect(it.heard.story).not.toContain('fell back to pages'); // it was refused, but not for what it asks
});

test('fault 12: truncated JSON of a watch', async ({ follow, proxy }) => {
  const it = await follow();
  proxy.faults.inject({ kind: 'truncate', at: 300 }, { ...watches, nth: 1 });
  await it.shop.change();
  await it.heard.hears('opened', 2);
  await it.shop.change();
  expect(await expectSurvived(it)).toEqual(['ended: kube/malformed', 'faulted: kube/malformed', 'opened']);
});

test('fault 12: truncated JSON of initial events', async ({ follow, proxy }) => {
  const cut = proxy.faults.inject({ kind: 'truncate', at: 700 }, { watch: true, nth: 1, times: 2 });
  const it = await follow({ start: 'at-once' });
  await it.heard.hears('synced');
  expect(cut.hits).toBe(2);
  await it.shop.change();
  await expectSurvived(it);
  expect(it.heard.count('ended: kube/malformed')).toBe(2);
  expect(it.heard.story).not.toContain('fell back to pages');
});

test('fault 12: truncated JSON of a page', async ({ follow, proxy }) => {
  proxy.faults.inject({ kind: 'truncate', at: 700 }, { path: /limit=/, nth: 2 });
  const it = await follow({ start: 'at-once', options: { list: 'paged' } });
  await it.heard.hears('synced');
  await it.shop.change();
  await expectSurvived(it);
  expect(it.heard.story.slice(0, 4)).toEqual(['listing: start', 'faulted: kube/malformed', 'listing: start', 'synced']);
});

test('fault 14: 401 after token rotation', async ({ follow, proxy, account }) => {
  const it = await follow();
  await it.shop.change();
  await it.inStep();
  it.kubeconfig.rotate(await account.renew());
  const refused = proxy.faults.inject(unauthorised, { token: account.token });
  proxy.resetAll();
  await it.shop.change();
  await it.heard.hears('opened', 2);
  proxy.resetAll();
  await it.shop.change();
  await it.heard.hears('opened', 3);
  const cut = ['ended: kube/unreachable', 'faulted: kube/unreachable'];
  const renewed = ['credentials refreshed', 'repeated: kube/unauthorised', 'opened'];
  expect(await expectSurvived(it)).toEqual([...cut, ...renewed, ...cut, 'opened']);
  expect(refused.hits).toBe(1); // the old token is shown no more
});

test('fault 14: 401 before the token is rotated', async ({ follow, proxy, account }) => {
  const it = await follow();
  await it.shop.change();
  await it.inStep();
  const renewed = await account.renew();
  proxy.faults.inject(unauthorised, { token: account.token });
  proxy.resetAll();
  await it.shop.change();
  await it.heard.hears('faulted: kube/unauthorised', 2);
  it.kubeconfig.rotate(renewed);
  await it.shop.change();
  const story = await expectSurvived(it);
  expect(story.at(-1)).toBe('opened');
  expect(story).not.toContain('listing: expired');
});
