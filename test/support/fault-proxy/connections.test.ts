import { expect } from 'vitest';
import { cutOff } from './cut-off.ts';
import { proxyTest as test } from './proxy-test.ts';
import { pods } from './stub-upstream.ts';

test('a black hole accepts connections and never answers their handshake', async ({ client, proxy }) => {
  const hole = proxy.faults.inject({ kind: 'black-hole' }, { times: 1 });
  expect(await client.ask({}, 100)).toMatchObject({ how: 'silent', status: 0 });
  expect(hole.hits).toBe(1);
  expect((await client.ask()).how).toBe('complete');
});

test('connections are refused, and taken again on the same port', async ({ client, proxy }) => {
  const watch = await client.open();
  const refused = proxy.faults.inject({ kind: 'refuse' });
  expect((await client.ask()).how).toBe('ECONNREFUSED');
  expect(watch.how).toBe('silent'); // what is open stays
  await refused.clear();
  expect(await client.ask()).toMatchObject({ how: 'complete', body: pods });
});

test('every open connection can be reset', async ({ client, proxy }) => {
  const watch = await client.open();
  proxy.resetAll();
  await watch.over();
  expect(watch.how).toBe('ECONNRESET');
});

test('a client that is cut off hears nothing; later it hears what was on its way', async ({
  client,
  proxy,
  upstream,
}) => {
  await client.ask();
  const watch = await client.open();
  const cut = cutOff(proxy.faults);
  upstream.tell('{"type":"ADDED"}');
  expect((await client.ask({}, 80)).how).toBe('silent');
  expect((await client.ask({}, 80)).how).toBe('silent');
  expect(watch.body).toBe('');
  expect(proxy.faults.log.map(({ fault }) => fault.kind)).toContain('black-hole');
  await cut.clear();
  await watch.hears('ADDED');
  expect((await client.ask()).how).toBe('complete');
});
