import { expect } from 'vitest';
import {
  internalError,
  noBackend,
  throttled,
  throttledWithoutRetryAfter,
  unauthorised,
  unavailable,
} from './answers.ts';
import { proxyTest as test } from './proxy-test.ts';
import { pods } from './stub-upstream.ts';

const json = 'application/json';
const cases = [
  {
    name: '429 with Retry-After',
    fault: throttled(1),
    status: 429,
    type: 'text/plain; charset=utf-8',
    retryAfter: '1',
  },
  { name: '429 without', fault: throttledWithoutRetryAfter, status: 429, type: json },
  { name: '500', fault: internalError, status: 500, type: json },
  { name: '503', fault: unavailable(), status: 503, type: json },
  { name: '503 with Retry-After', fault: unavailable(2), status: 503, type: json, retryAfter: '2' },
  { name: '503 of a load balancer', fault: noBackend, status: 503, type: 'text/html' },
];
for (const { name, fault, status, type, retryAfter } of cases) {
  test(`${name} is answered without asking upstream`, async ({ client, proxy, upstream }) => {
    proxy.faults.inject(fault, { times: 1 });
    const answer = await client.ask({ method: 'POST', body: 'something' });
    expect(answer).toMatchObject({ how: 'complete', status, body: fault.body });
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers['retry-after']).toBe(retryAfter);
    if (type === json) expect(JSON.parse(answer.body)).toMatchObject({ kind: 'Status', code: status });
    expect(upstream.asked).toEqual([]);
    expect((await client.ask()).body).toBe(pods);
    expect(proxy.connections()).toEqual({ open: 1, ever: 1 });
  });
}

test('401 for one token only', async ({ client, proxy }) => {
  proxy.faults.inject(unauthorised, { token: 'old' });
  const tokens = ['old', 'new', 'old'];
  const statuses = [];
  for (const token of tokens) statuses.push((await client.ask({ token })).status);
  expect(statuses).toEqual([401, 200, 401]);
});
