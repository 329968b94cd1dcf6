import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { newAuthority } from '#test/control-plane/keys.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { answer, serversOf, type Script } from './fixtures/a-server.ts';
import { aConfig, aTransport, allOf, get, post, textOf } from './fixtures/a-transport.ts';
import { listening } from './fixtures/listening.ts';

const authority = newAuthority('tests');
const aServer = serversOf(authority);

const never: Script = () => {};
const endless: Script = (_, response) => response.writeHead(200).write('first');

/** Takes connections and says nothing: a TLS handshake with it never ends. */
async function aMuteServer(): Promise<{
  server: Server;
  url: URL;
  connected: () => Promise<void>;
  emptied: () => Promise<void>;
}> {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  const port = await listening(server);
  onTestFinished(() => void server.close());
  const count = (): Promise<number> => new Promise((resolve) => server.getConnections((_, open) => resolve(open)));
  const until = async (wanted: number): Promise<void> => {
    while ((await count()) !== wanted) await new Promise(setImmediate);
  };
  return { server, url: new URL(`https://127.0.0.1:${port}`), connected: () => until(1), emptied: () => until(0) };
}

const reason = new Error('not needed any more');
const abortedBy = (message: string): object => ({
  code: 'kube/aborted',
  message: expect.stringContaining(message),
  cause: reason,
});

test('given up before it began: nothing is sent', async () => {
  const server = await aServer(never);
  const asked = aTransport(aConfig(server)).request(get('/x', { signal: AbortSignal.abort(reason) }));
  await expect(asked).rejects.toMatchObject(abortedBy('GET /x: given up: not needed any more'));
  expect(server.accepted).toBe(0);
});

test('given up while it waits for its turn: nothing is sent', async () => {
  const server = await aServer(never);
  const transport = aTransport(aConfig(server), { mostAtOnce: 1 });
  const first = new AbortController();
  const second = new AbortController();
  const asked = [
    transport.request(get('/1', { signal: first.signal })),
    transport.request(get('/2', { signal: second.signal })),
  ];
  second.abort(reason);
  await expect(asked[1]).rejects.toMatchObject(abortedBy('GET /2'));
  first.abort(reason);
  await expect(asked[0]).rejects.toMatchObject(abortedBy('GET /1'));
});

test('given up while it connects: the connection is given up too', async () => {
  const mute = await aMuteServer();
  const transport = aTransport(aConfig({ url: mute.url, authority: await authority }));
  const controller = new AbortController();
  const asked = transport.request(post('/x', { signal: controller.signal }));
  await mute.connected();
  controller.abort(reason);
  await expect(asked).rejects.toMatchObject(abortedBy('POST /x'));
  await mute.emptied();
});

test('a connection that does not come about in time is a fault, and known not to have been taken', async () => {
  const mute = await aMuteServer();
  const transport = aTransport(aConfig({ url: mute.url, authority: await authority }), {
    connectTimeoutMs: 50,
    mostAttempts: 1,
  });
  await expect(transport.request(post('/x'))).rejects.toMatchObject({
    code: 'kube/unreachable',
    taken: 'no',
    message: expect.stringContaining('POST /x: no connection in time'),
  });
  await mute.emptied();
});

test('given up while it waits for the answer: the connection is closed', async () => {
  const controller = new AbortController();
  const server = await aServer(() => controller.abort(reason));
  const asked = aTransport(aConfig(server)).request(get('/x', { signal: controller.signal }));
  await expect(asked).rejects.toMatchObject(abortedBy('GET /x'));
  await server.deserted();
});

test('given up while the answer comes: the reader hears why, the connection is closed', async () => {
  const server = await aServer(endless);
  const controller = new AbortController();
  const { body } = await aTransport(aConfig(server)).stream(get('/x', { signal: controller.signal }));
  const chunks: string[] = [];
  const read = async (): Promise<void> => {
    for await (const chunk of body) {
      chunks.push(textOf(chunk));
      setImmediate(() => controller.abort(reason));
    }
  };
  await expect(read()).rejects.toMatchObject(abortedBy('GET /x'));
  expect(chunks).toEqual(['first']);
  await server.deserted();
});

const packed: Script = (_, response) => {
  response.writeHead(200, { 'content-encoding': 'gzip' });
  response.write(gzipSync('first'.repeat(1000)));
};
for (const [name, script] of [
  ['plain', endless],
  ['packed', packed],
] as const) {
  test(`leaving the loop over a ${name} stream closes the connection`, async () => {
    const server = await aServer(script);
    const { body } = await aTransport(aConfig(server)).stream(get('/x'));
    for await (const chunk of body) {
      expect(textOf(chunk).slice(0, 5)).toBe('first');
      break;
    }
    await server.deserted();
  });
}

test('not even beginning the loop, but saying so, closes the connection', async () => {
  for (const script of [endless, packed]) {
    const server = await aServer(script);
    const { body } = await aTransport(aConfig(server)).stream(get('/x'));
    await body[Symbol.asyncIterator]().return?.();
    await server.deserted();
  }
});

test('a deadline counts for the whole exchange', async () => {
  const server = await aServer(endless);
  const clock = new VirtualClock();
  const asked = aTransport(aConfig(server), { time: clock }).request(get('/x', { deadlineMs: 5000 }));
  while (server.requests.length === 0) await new Promise(setImmediate);
  await clock.advance(4999);
  expect(server.open.size).toBe(1);
  await Promise.all([
    expect(asked).rejects.toMatchObject({
      code: 'kube/timeout',
      message: 'GET /x: no answer within 5 s',
      status: undefined,
    }),
    clock.advance(1),
  ]);
  await server.deserted();
});

test('the deadline of a stream is that of its headers', async () => {
  const server = await aServer((_, response) => {
    response.writeHead(200).write('first');
    setImmediate(() => response.end('last'));
  });
  const clock = new VirtualClock();
  const { body } = await aTransport(aConfig(server), { time: clock }).stream(get('/x', { deadlineMs: 10 }));
  await clock.advance(3_600_000);
  expect(await allOf(body)).toBe('firstlast');
  expect(clock.sleeping).toBe(0);
});

test('closing ends all: waiting, asking and streaming; later requests do not begin', async () => {
  const server = await aServer((request, response, index) =>
    (request.url === '/stream' ? endless : never)(request, response, index),
  );
  const transport = aTransport(aConfig(server), { mostAtOnce: 1 });
  const { body } = await transport.stream(get('/stream'));
  const asked = [transport.request(get('/1')), transport.request(get('/2'))].map((each) =>
    each.catch((fault: unknown) => fault),
  );
  const streamed = allOf(body).catch((fault: unknown) => fault);
  while (server.requests.length < 2) await new Promise(setImmediate);
  await transport.close();
  await expect(Promise.all([...asked, streamed])).resolves.toMatchObject(
    Array.from({ length: 3 }, () => ({ code: 'kube/aborted' })),
  );
  await expect(transport.request(get('/3'))).rejects.toMatchObject({
    code: 'kube/aborted',
    message: 'GET /3: the transport was closed',
  });
  await server.deserted();
});

test('a slow reader slows the server down', async () => {
  let written = 0;
  let stalled = (): void => {};
  const stall = new Promise<void>((resolve) => {
    stalled = resolve;
  });
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const server = await aServer(async (_, response) => {
    response.writeHead(200);
    while (written < 1024) {
      written += 1;
      if (response.write(chunk)) continue;
      const timer = setTimeout(stalled, 200); // nothing moved for so long
      await once(response, 'drain');
      clearTimeout(timer);
    }
    response.end();
  });
  const { body } = await aTransport(aConfig(server)).stream(get('/x'));
  await stall;
  expect(written * chunk.length).toBeLessThan(32 * 1024 * 1024);
  let bytes = 0;
  for await (const part of body) bytes += part.length;
  expect(bytes).toBe(1024 * chunk.length);
});

test('an answer cut short is told as such, after what did come', async () => {
  const server = await aServer((request, response) => {
    response.writeHead(200).write('first');
    setTimeout(() => request.socket.destroy(), 20);
  });
  const { body } = await aTransport(aConfig(server)).stream(get('/x'));
  const chunks: string[] = [];
  const read = async (): Promise<void> => {
    for await (const chunk of body) chunks.push(textOf(chunk));
  };
  await expect(read()).rejects.toMatchObject({
    code: 'kube/unreachable',
    message: expect.stringContaining('GET /x: the connection was cut in the middle of the answer'),
  });
  expect(chunks).toEqual(['first']);
});

test('a packed answer cut short, or not packed at all, cannot be read', async () => {
  const whole = gzipSync('x'.repeat(100_000));
  for (const body of [whole.subarray(0, whole.length / 2), 'not packed']) {
    const server = await aServer(
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
    );
    const transport = aTransport(aConfig(server), { mostAttempts: 1 });
    await expect(transport.request(get('/x'))).rejects.toMatchObject({ code: 'kube/malformed' });
  }
});

test('the body of a refusal is read, whatever its length, and the connection goes on or goes away', async () => {
  const server = await aServer((request, response) => {
    if (request.url === '/ok') return answer(response, 200, {});
    response.writeHead(404);
    for (let i = 0; i < 100; i += 1) response.write('x'.repeat(10_000));
  });
  const transport = aTransport(aConfig(server));
  await expect(transport.request(get('/x'))).rejects.toMatchObject({ code: 'kube/not-found' });
  await server.deserted();
  expect((await transport.request(get('/ok'))).status).toBe(200);
});
