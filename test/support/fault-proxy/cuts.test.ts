import { once } from 'node:events';
import { connect } from 'node:tls';
import { expect } from 'vitest';
import { proxyTest as test } from './proxy-test.ts';
import { pods } from './stub-upstream.ts';

const moments = [
  { at: 'request', status: 0, body: '', asked: 0 },
  { at: 'answer', status: 0, body: '', asked: 1 },
  { at: 0, status: 200, body: '', asked: 1 },
  { at: 17, status: 200, body: pods.slice(0, 17), asked: 1 },
] as const;
for (const { at, asked, ...seen } of moments) {
  test(`a reset at ${at}`, async ({ client, proxy, upstream }) => {
    proxy.faults.inject({ kind: 'reset', at }, { times: 1 });
    expect(await client.ask()).toMatchObject({ how: 'ECONNRESET', ...seen });
    expect(upstream.asked).toHaveLength(asked);
    expect(proxy.requests()[0]).toMatchObject({ status: seen.status, faults: ['reset'] });
    expect((await client.ask()).how).toBe('complete');
    expect(proxy.connections()).toEqual({ open: 1, ever: 2 });
  });
}

test('a reset of the idle connection, behind a whole answer', async ({ client, proxy }) => {
  proxy.faults.inject({ kind: 'reset', at: 'end' }, { times: 1 });
  expect(await client.ask()).toMatchObject({ how: 'complete', body: pods });
  expect((await client.ask()).how).toMatch(/complete|ECONNRESET/); // the client may not have heard of it yet
  expect(proxy.faults.log).toHaveLength(1);
});

test('a reset is RST, not FIN', async ({ proxy }) => {
  proxy.faults.inject({ kind: 'reset', at: 5 });
  const socket = await rawRequest(proxy);
  const [fault] = await once(socket, 'error');
  expect(fault).toMatchObject({ code: 'ECONNRESET', syscall: 'read' });
});

test('a half-close ends our side in mid-body, while the client can still write', async ({ proxy }) => {
  proxy.faults.inject({ kind: 'half-close', at: 5 });
  const socket = await rawRequest(proxy);
  await once(socket.resume(), 'end');
  const { promise: written, resolve } = Promise.withResolvers<unknown>();
  socket.write('GET /again HTTP/1.1\r\nHost: x\r\n\r\n', resolve);
  expect(await written).toBeFalsy();
  expect(proxy.connections()).toMatchObject({ open: 1 });
  socket.end();
  await once(socket, 'close');
});

test('a client sees a half-close as an answer that is cut short', async ({ client, proxy }) => {
  proxy.faults.inject({ kind: 'half-close', at: 5 });
  expect(await client.ask()).toMatchObject({ how: 'ECONNRESET', body: pods.slice(0, 5) });
});

test('a truncated body has a proper end', async ({ client, proxy }) => {
  proxy.faults.inject({ kind: 'truncate', at: 12 });
  const answer = await client.ask();
  expect(answer).toMatchObject({ how: 'complete', status: 200, body: pods.slice(0, 12) });
  expect(answer.headers['transfer-encoding']).toBe('chunked');
});

async function rawRequest({ url, ca }: { url: string; ca: string }) {
  const options = { host: '127.0.0.1', port: Number(new URL(url).port), ca, allowHalfOpen: true };
  const socket = connect(options);
  await once(socket, 'secureConnect');
  socket.write('GET /pods HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  return socket;
}
