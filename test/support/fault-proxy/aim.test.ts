import { expect } from 'vitest';
import type { Aim } from './aim.ts';
import { internalError } from './answers.ts';
import { proxyTest as test } from './proxy-test.ts';

const asked = [
  { path: '/api/v1/pods?limit=500' },
  { path: '/api/v1/pods?limit=500&continue=abc' },
  { path: '/api/v1/nodes', method: 'POST' },
  { path: '/api/v1/pods', token: 'mine' },
];
const cases: readonly { readonly aim: Aim; readonly hit: readonly number[] }[] = [
  { aim: {}, hit: [0, 1, 2, 3] },
  { aim: { times: 2 }, hit: [0, 1] },
  { aim: { nth: 2 }, hit: [1] },
  { aim: { nth: 2, times: 2 }, hit: [1, 2] },
  { aim: { method: 'POST' }, hit: [2] },
  { aim: { path: '/api/v1/pods' }, hit: [0, 1, 3] },
  { aim: { path: '/api/v1/pods', nth: 3 }, hit: [3] },
  { aim: { path: /continue=/g }, hit: [1] },
  { aim: { token: 'mine' }, hit: [3] },
  { aim: { watch: true }, hit: [] },
];
for (const { aim, hit } of cases) {
  const described = JSON.stringify(aim, (_, value) => (value instanceof RegExp ? String(value) : value));
  test(`${described} hits ${hit.join(', ') || 'none'} of four`, async ({ client, proxy }) => {
    const fault = proxy.faults.inject(internalError, aim);
    const statuses = [];
    for (const asking of asked) statuses.push((await client.ask(asking)).status);
    expect(statuses.flatMap((status, index) => (status === 500 ? [index] : []))).toEqual(hit);
    expect(fault.hits).toBe(hit.length);
    expect(proxy.faults.log.map(({ request }) => request)).toEqual(
      hit.map((index) => `${asked[index]!.method ?? 'GET'} ${asked[index]!.path}`),
    );
  });
}

test('of two faults that answer, the first is used up first', async ({ client, proxy }) => {
  proxy.faults.inject(internalError, { times: 1 });
  proxy.faults.inject({ ...internalError, status: 503 }, { times: 1 });
  const statuses = [];
  for (let asked = 0; asked < 3; asked++) statuses.push((await client.ask()).status);
  expect(statuses).toEqual([500, 503, 200]);
});

test('nothing is hit after clear', async ({ client, proxy }) => {
  proxy.faults.inject(internalError);
  await proxy.faults.clear();
  expect((await client.ask()).status).toBe(200);
});
