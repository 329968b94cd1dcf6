import { expect, onTestFinished, test } from 'vitest';
import { aVector, privateAuthority, type StubReply, stubPrometheus } from '#test/prometheus/stub-prometheus.ts';
import { stubProxy } from '#test/prometheus/stub-proxy.ts';
import { beginningOf } from './excerpt.ts';
import { type Connections, connectByUndici, type HttpAsk, type Route } from './exchange.ts';

const good: StubReply = { body: aVector([]) };

function connected(route: Partial<Route> = {}): Connections {
  const connections = connectByUndici({ tls: {}, maxConnections: 2, ...route });
  onTestFinished(() => connections.close());
  return connections;
}

const asking = (url: string, signal: AbortSignal = new AbortController().signal): HttpAsk => ({
  method: 'POST',
  url: new URL(url),
  headers: {},
  body: 'query=cpu',
  signal,
});

async function asked({ exchange }: Connections, url: string): Promise<number> {
  const { status, body } = await exchange(asking(url));
  await beginningOf(body);
  return status;
}

test('a kept connection that the server closed as we took it up: asked again, on another one', async () => {
  const stub = await stubPrometheus(() => (stub.requests.length === 2 ? 'cut' : good));
  const connections = connected();
  for (const _ of [1, 2]) expect(await asked(connections, stub.url)).toBe(200);
  expect(stub.requests.map(({ form }) => form.get('query'))).toEqual(['cpu', 'cpu', 'cpu']);
  expect(stub.connections()).toBe(2);
});

test('a server that cuts every connection is asked twice, not for ever', async () => {
  const stub = await stubPrometheus(() => 'cut');
  await expect(asked(connected(), stub.url)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
  expect(stub.requests.length).toBe(2);
});

for (const way of ['directly', 'through a proxy']) {
  test(`no more connections than allowed, ${way}`, async () => {
    const [stub, proxy] = await Promise.all([stubPrometheus(() => good), stubProxy()]);
    const connections = connected(way === 'directly' ? {} : { proxyUrl: new URL(`http://${proxy.host}`) });
    const answers = await Promise.all(Array.from({ length: 8 }, () => asked(connections, stub.url)));
    expect(answers).toEqual(Array.from({ length: 8 }, () => 200));
    expect(way === 'directly' ? stub.connections() : proxy.connections()).toBe(2);
  });
}

for (const way of ['directly', 'through a proxy']) {
  test(`the name asked for in the certificate is the one that must stand there, ${way}`, async () => {
    const authority = await privateAuthority();
    const [stub, proxy] = await Promise.all([stubPrometheus(() => good, { authority }), stubProxy()]);
    const named = (serverName: string): Promise<number> => {
      const through = way === 'directly' ? {} : { proxyUrl: new URL(`http://${proxy.host}`) };
      return asked(connected({ tls: { ca: authority.cert, serverName }, ...through }), stub.url);
    };
    expect(await named('localhost')).toBe(200);
    await expect(named('prometheus.example')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });
}

test('retired: what is under way is answered, and the connection closes', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const stub = await stubPrometheus(() => held.then(() => good));
  const connections = connected();
  const answer = asked(connections, stub.url);
  while (stub.requests.length === 0) await new Promise(setImmediate);
  connections.retire();
  release();
  expect(await answer).toBe(200);
  await stub.deserted();
});

test('given up: at once, and the connection is closed', async () => {
  const stub = await stubPrometheus(() => 'hang');
  const stopping = new AbortController();
  const answer = connected().exchange(asking(stub.url, stopping.signal));
  while (stub.requests.length === 0) await new Promise(setImmediate);
  stopping.abort(new Error('we are stopping'));
  await expect(answer).rejects.toThrow('we are stopping');
  await stub.deserted();
});

test('a body left unread closes its connection', async () => {
  const stub = await stubPrometheus(() => ({ body: 'x'.repeat(4 * 1024 * 1024) }));
  const { body } = await connected().exchange(asking(stub.url));
  for await (const _ of body) break;
  await stub.deserted();
});
