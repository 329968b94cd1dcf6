import { expect } from 'vitest';
import { until } from '../until.ts';
import { proxyTest as test } from './proxy-test.ts';
import { RawClient } from './raw-client.ts';
import { startFaultProxy } from './start-fault-proxy.ts';
import { bigBytes, pods } from './stub-upstream.ts';

test('passes on request and answer with their headers', async ({ client, upstream }) => {
  const answer = await client.ask({ path: '/pods?limit=5', token: 'secret' });
  expect(answer).toMatchObject({ how: 'complete', status: 200, body: pods });
  expect(answer.headers).toMatchObject({ 'content-length': String(pods.length), warning: '299 - "one", 299 - "two"' });
  expect(upstream.asked[0]).toMatchObject({ url: '/pods?limit=5', method: 'GET' });
  expect(upstream.asked[0]!.headers.authorization).toBe('Bearer secret');
});

test('has a certificate of its own where none is given', async ({ upstream }) => {
  const proxy = await startFaultProxy({ upstream });
  expect(proxy.ca).not.toBe(upstream.ca);
  const client = new RawClient(proxy);
  expect((await client.ask()).body).toBe(pods);
  client.close();
  await proxy.stop();
});

test('passes on bodies of any length, both ways', async ({ client }) => {
  const sent = 'y'.repeat(300_000);
  expect((await client.ask({ method: 'POST', path: '/echo', body: sent })).body).toBe(sent);
  expect((await client.ask({ path: '/big' })).body).toHaveLength(bigBytes);
});

test('passes on a watch line by line, and ends it upstream when the client leaves', async ({
  client,
  proxy,
  upstream,
}) => {
  const watch = await client.open();
  upstream.tell('{"type":"ADDED"}');
  await watch.hears('ADDED');
  expect(proxy.inFlight()).toBe(1);
  watch.leave();
  await until('the watch to end upstream', async () => (upstream.watches() === 0 ? true : undefined));
  expect(proxy.inFlight()).toBe(0);
});

test('keeps connections alive on both sides, and counts', async ({ client, proxy, upstream }) => {
  for (const path of ['/pods', '/pods', '/nodes?watch=false']) await client.ask({ path });
  expect(proxy.connections()).toEqual({ open: 1, ever: 1 });
  expect(upstream.connections()).toBe(1);
  expect(proxy.counts()).toEqual({ 'GET /pods 200': 2, 'GET /nodes 200': 1 });
  expect(proxy.requests({ path: '/nodes' })).toMatchObject([
    { method: 'GET', path: '/nodes', query: '?watch=false', watch: false, bodyBytes: pods.length, faults: [] },
  ]);
});

test('makes upstream wait for what cannot go on', async ({ client, proxy, upstream }) => {
  proxy.faults.inject({ kind: 'stall', at: 1000, bytes: 'held' });
  void client.ask({ path: '/big' }, 10_000);
  await until('the stall', async () => (proxy.requests()[0]?.bodyBytes === 1000 ? true : undefined));
  const waits = (): boolean => upstream.asked[0]!.socket.writableLength > 0;
  await until('upstream to wait', async () => (waits() ? true : undefined));
  expect(proxy.requests()[0]!.bodyBytes).toBe(1000);
});

test('breaks off what upstream breaks off', async ({ client, upstream }) => {
  const watch = await client.open();
  upstream.tell('{"type":"ADDED"}');
  await watch.hears('ADDED');
  await upstream.stop();
  await watch.over();
  expect(watch.how).toBe('ECONNRESET');
  expect((await client.ask()).how).toBe('ECONNRESET'); // upstream is not there: no answer of our own is made up
});

test('leaves no socket when it stops', async ({ client, proxy, upstream }) => {
  const watch = await client.open();
  await client.ask();
  const refused = proxy.faults.inject({ kind: 'refuse' });
  proxy.faults.inject({ kind: 'stall', at: 'request', bytes: 'held' });
  const stalled = client.ask();
  await until('the request to stall', async () => (proxy.inFlight() === 2 ? true : undefined));
  await proxy.stop();
  expect(proxy.connections()).toMatchObject({ open: 0 });
  expect(proxy.inFlight()).toBe(0);
  await until('upstream to see them close', async () => (upstream.connections() === 0 ? true : undefined));
  await watch.over();
  expect((await stalled).how).toBe('ECONNRESET');
  await refused.clear();
  expect((await client.ask()).how).toBe('ECONNREFUSED');
});
