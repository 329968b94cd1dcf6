import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { listen, type Listening, type ListenOptions } from './listening.ts';
import { textReply } from './reply.ts';
import type { Route } from './routes.ts';

const options: ListenOptions = {
  host: '127.0.0.1',
  port: 0,
  headersTimeoutMs: 4000,
  requestTimeoutMs: 4000,
  keepAliveMs: 5000,
  maxHeaderBytes: 2048,
  maxConnections: 64,
};

/** A route whose answers wait until they are let go. */
function heldRoute() {
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const route: Route = async () => {
    asked.resolve();
    await go.promise;
    return textReply(200, 'late\n');
  };
  return { route, asked: asked.promise, letGo: go.resolve };
}

async function serving(more: Partial<ListenOptions> = {}, held = heldRoute()) {
  const clock = new VirtualClock();
  const routes = new Map<string, Route>([
    ['/', () => textReply(200, 'hello\n')],
    ['/held', held.route],
  ]);
  const listening = await listen(routes, clock, { ...options, ...more });
  onTestFinished(async () => {
    const closed = listening.close(0);
    await clock.advance(options.requestTimeoutMs);
    await closed;
  });
  return { listening, clock, held };
}

async function connected({ port }: Listening): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** All that comes back for these bytes, until the server closes the connection. */
async function said(listening: Listening, bytes: string): Promise<string> {
  const socket = await connected(listening);
  socket.write(bytes);
  return text(socket);
}

const statusOf = (answer: string): string => answer.slice(0, answer.indexOf('\r\n'));

const raw = [
  {
    name: 'headers that are too large are refused',
    bytes: `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'b'.repeat(4000)}\r\n\r\n`,
    want: 'HTTP/1.1 431 Request Header Fields Too Large',
  },
  { name: 'what is not HTTP is refused', bytes: 'hello there\r\n\r\n', want: 'HTTP/1.1 400 Bad Request' },
  {
    name: 'two lengths are refused',
    bytes: 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    want: 'HTTP/1.1 400 Bad Request',
  },
  { name: 'a request without a host is refused', bytes: 'GET / HTTP/1.1\r\n\r\n', want: 'HTTP/1.1 400 Bad Request' },
  {
    name: 'a path that is no URL is not there',
    bytes: 'GET //[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    want: 'HTTP/1.1 404 Not Found',
  },
  {
    name: 'the whole URL is as good as its path',
    bytes: 'GET http://else/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    want: 'HTTP/1.1 200 OK',
  },
  {
    name: 'a body nobody reads ends the connection',
    bytes: 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello',
    want: 'HTTP/1.1 200 OK',
  },
  {
    name: 'a body without end is not waited for',
    bytes: 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
    want: 'HTTP/1.1 405 Method Not Allowed',
  },
];
for (const c of raw) {
  test(c.name, async () => {
    const { listening } = await serving();
    expect(statusOf(await said(listening, c.bytes))).toBe(c.want);
  });
}

test('a client that is slow with its headers is timed out', async () => {
  const { listening } = await serving({ headersTimeoutMs: 40 });
  expect(statusOf(await said(listening, 'GET / HTTP/1.1\r\nHost: x\r\n'))).toBe('HTTP/1.1 408 Request Timeout');
});

test('a connection that says nothing is closed', async () => {
  const { listening } = await serving({ headersTimeoutMs: 40 });
  await said(listening, '');
});

test('an answer that never comes does not hold its connection', async () => {
  const { listening } = await serving({ headersTimeoutMs: 80, requestTimeoutMs: 80 });
  expect(await said(listening, 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n')).not.toContain('late');
});

test('HEAD has the headers of GET and no body', async () => {
  const { listening } = await serving();
  const answer = await said(listening, 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(answer).toContain('Content-Length: 6\r\n');
  expect(answer.endsWith('\r\n\r\n')).toBe(true);
});

test('one connection serves request after request', async () => {
  const { listening } = await serving();
  const get = (connection: string) => `GET / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`;
  const answers = await said(listening, get('keep-alive') + get('keep-alive') + get('close'));
  expect(answers.match(/hello\n/g)).toHaveLength(3);
});

test('many requests at once all get their answer, whoever is being waited for', async () => {
  const { listening, held } = await serving();
  const late = fetch(`http://127.0.0.1:${listening.port}/held`);
  await held.asked;
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`http://127.0.0.1:${listening.port}/`)));
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(
    Array.from({ length: 50 }, () => 'hello\n'),
  );
  held.letGo();
  expect(await (await late).text()).toBe('late\n');
});

test('connections past the limit are closed at once', async () => {
  const { listening } = await serving({ maxConnections: 1 });
  const first = await connected(listening);
  expect(await said(listening, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n').catch(() => '')).toBe('');
  first.destroy();
});

test('a client that leaves early breaks nothing', async () => {
  const { listening, held } = await serving();
  const socket = await connected(listening);
  socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
  await held.asked;
  socket.resetAndDestroy();
  await (await fetch(`http://127.0.0.1:${listening.port}/`)).text(); // by now the server knows
  held.letGo();
  expect(await (await fetch(`http://127.0.0.1:${listening.port}/`)).text()).toBe('hello\n');
});

test('an address that is taken is a fault that names it', async () => {
  const { listening } = await serving();
  const again = listen(new Map(), new VirtualClock(), { ...options, port: listening.port });
  await expect(again).rejects.toMatchObject({
    code: 'servers/cannot-listen',
    message: expect.stringContaining(`listening on 127.0.0.1:${listening.port}: listen EADDRINUSE`),
  });
});

test('closing answers what was asked, and says that the connection ends', async () => {
  const { listening, held } = await serving();
  const answer = said(listening, 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
  await held.asked;
  const closed = listening.close(1000);
  held.letGo();
  expect(await answer).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*Connection: close\r\n[^]*late\n$/);
  expect(await closed).toBe('ended');
});

test('closing waits for no idle connection, used or not', async () => {
  const { listening } = await serving();
  const silent = text(await connected(listening));
  await (await fetch(`http://127.0.0.1:${listening.port}/`)).text(); // fetch keeps its connection
  expect(await listening.close(1000)).toBe('ended');
  expect(await silent).toBe('');
});

test('at the deadline, open requests are cut off', async () => {
  const { listening, clock, held } = await serving();
  const answer = said(listening, 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
  await held.asked;
  const closed = listening.close(1000);
  await clock.advance(1000);
  expect(await closed).toBe('cut-off');
  expect(await answer.catch(() => '')).toBe('');
});

test('closing twice is closing once', async () => {
  const { listening } = await serving();
  expect(listening.close(1000)).toBe(listening.close(1000));
  expect(await listening.close(1000)).toBe('ended');
});

test('once closed, nobody is let in', async () => {
  const { listening } = await serving();
  await listening.close(1000);
  await expect(fetch(`http://127.0.0.1:${listening.port}/`)).rejects.toThrow('fetch failed');
});
