import { expect } from 'vitest';
import { until } from '../until.ts';
import { proxyTest as test } from './proxy-test.ts';
import { bigBytes, pods } from './stub-upstream.ts';

test('latency holds up the request, as often as it was told', async ({ client, proxy }) => {
  proxy.faults.inject({ kind: 'latency', ms: 80, per: 'request' }, { times: 1 });
  expect((await client.ask()).tookMs).toBeGreaterThanOrEqual(75);
  await client.ask();
  expect(proxy.requests().map(({ faults }) => faults)).toEqual([['latency'], []]);
});

test('latency holds up each chunk of a watch', async ({ client, proxy, upstream }) => {
  proxy.faults.inject({ kind: 'latency', ms: 60, per: 'chunk' }, { watch: true });
  const watch = await client.open();
  const toldAt = performance.now();
  upstream.tell('one');
  await watch.hears('one');
  expect(performance.now() - toldAt).toBeGreaterThanOrEqual(55);
});

test('all answers share the bandwidth, until it is cleared', async ({ client, proxy }) => {
  const narrow = proxy.faults.inject({ kind: 'bandwidth', bytesPerS: 1000 });
  const both = await Promise.all([client.ask(), client.ask()]);
  const slowest = Math.max(...both.map(({ tookMs }) => tookMs));
  expect(slowest).toBeGreaterThanOrEqual(2 * pods.length - 10); // a byte a millisecond
  const big = client.ask({ path: '/big' });
  setTimeout(() => void narrow.clear(), 50);
  expect((await big).body).toHaveLength(bigBytes);
});

test('a stall in mid-body leaves the connection open, and goes on when cleared', async ({ client, proxy }) => {
  const stall = proxy.faults.inject({ kind: 'stall', at: 10, bytes: 'held' });
  const impatient = await client.open('/pods');
  await impatient.hears(pods.slice(0, 10));
  await impatient.over(50);
  expect(impatient).toMatchObject({ how: 'silent', status: 200, body: pods.slice(0, 10) });
  const later = client.ask();
  setTimeout(() => void stall.clear(), 50);
  expect(await later).toMatchObject({ how: 'complete', body: pods });
});

const moments = [
  { at: 'request', status: 0, body: '', asked: 0 },
  { at: 'answer', status: 0, body: '', asked: 1 },
  { at: 0, status: 200, body: '', asked: 1 },
  { at: pods.length, status: 200, body: pods, asked: 1 },
] as const;
for (const { at, asked, ...seen } of moments) {
  for (const bytes of ['held', 'swallowed'] as const) {
    test(`a stall at ${at}, ${bytes}`, async ({ client, proxy, upstream }) => {
      const stall = proxy.faults.inject({ kind: 'stall', at, bytes }, { path: '/pods' });
      // without Content-Length the end would be missed, too
      proxy.faults.inject({ kind: 'truncate', at: pods.length + 1 });
      const answer = client.start();
      await until('it to come so far', async () => {
        const arrived = proxy.requests().length === 1 && upstream.asked.length === asked;
        return arrived && answer.body === seen.body ? true : undefined;
      });
      if (bytes === 'swallowed') await stall.clear(); // too late for this one
      await answer.over(40);
      expect(answer).toMatchObject({ how: 'silent', ...seen });
      expect(upstream.asked).toHaveLength(asked);
      expect(proxy.connections()).toMatchObject({ ever: 1 });
    });
  }
}
