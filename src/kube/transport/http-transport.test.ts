import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { newAuthority } from '#test/control-plane/keys.ts';
import { answer, serversOf } from './fixtures/a-server.ts';
import { aConfig, aTransport, get, post, textOf } from './fixtures/a-transport.ts';
import { listening } from './fixtures/listening.ts';

const authority = newAuthority('tests');
const aServer = serversOf(authority);

test('200 requests one after another use one connection', async () => {
  const server = await aServer((_, response) => answer(response, 200, {}));
  const counts: number[] = [];
  const transport = aTransport(aConfig(server), {
    observer: { connectionOpened: (open) => counts.push(open), connectionClosed: (open) => counts.push(open) },
  });
  for (let i = 0; i < 200; i += 1) await transport.request(get(`/api/v1/nodes/${i}`));
  expect([server.requests.length, server.accepted]).toEqual([200, 1]);
  await transport.close();
  await server.deserted();
  expect(counts).toEqual([1, 0]);
});

test('200 requests at once use as many connections as allowed, and no more', async () => {
  const server = await aServer((_, response) => setImmediate(() => answer(response, 200, {})));
  const transport = aTransport(aConfig(server), { mostAtOnce: 5 });
  await Promise.all(Array.from({ length: 200 }, (_, i) => transport.request(get(`/api/v1/nodes/${i}`))));
  expect([server.requests.length, server.accepted]).toEqual([200, 5]);
});

test('streams come on top of the connections that requests may use', async () => {
  const server = await aServer((request, response) => {
    if (request.url?.includes('watch')) response.writeHead(200).write('x');
    else answer(response, 200, {});
  });
  const transport = aTransport(aConfig(server), { mostAtOnce: 1 });
  const controller = new AbortController();
  const watch = get('/api/v1/pods', { query: { watch: 'true' }, signal: controller.signal });
  await Promise.all([transport.stream(watch), transport.stream(watch), transport.request(get('/version'))]);
  expect(server.accepted).toBe(3);
  controller.abort();
});

test('what is sent: path below that of the server, query, body, who asks', async () => {
  const seen: unknown[] = [];
  const server = await aServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const {
      accept,
      authorization,
      'content-type': type,
      'user-agent': agent,
      'accept-encoding': encoding,
    } = request.headers;
    const { 'impersonate-user': user } = request.headers;
    seen.push({ line: `${request.method} ${request.url}`, body, accept, authorization, type, agent, encoding, user });
    answer(response, 200, {});
  });
  const config = aConfig(server, {
    server: new URL('/k8s/clusters/c-1/', server.url),
    credentials: { headers: () => Promise.resolve({ authorization: 'Bearer t' }), refused: () => {} },
    impersonate: { user: 'ann', uid: undefined, groups: [], extra: {} },
  });
  const transport = aTransport(config, { userAgent: 'plimsoll/1.2.3 (scheduler)' });
  const query = { labelSelector: 'a in (b, c)', limit: '5' };
  await transport.request(get('/api/v1/pods', { query, accept: 'application/json;as=Table' }));
  await transport.request(post('/api/v1/nodes', { body: 'ü', contentType: 'text/plain' }));
  const always = { authorization: 'Bearer t', agent: 'plimsoll/1.2.3 (scheduler)', user: 'ann' };
  expect(seen).toEqual([
    {
      ...always,
      line: 'GET /k8s/clusters/c-1/api/v1/pods?labelSelector=a+in+%28b%2C+c%29&limit=5',
      body: '',
      accept: 'application/json;as=Table',
      type: undefined,
      encoding: 'gzip',
    },
    {
      ...always,
      line: 'POST /k8s/clusters/c-1/api/v1/nodes',
      body: 'ü',
      accept: 'application/json',
      type: 'text/plain',
      encoding: undefined,
    },
  ]);
});

test('an answer is its status, headers, whole body and warnings', async () => {
  const server = await aServer((_, response) => {
    response.setHeader('warning', ['299 - "v1beta1 is \\"old\\""', '299 - "really"']);
    response.writeHead(201, { 'audit-id': 'x' });
    response.write('one ');
    setImmediate(() => response.end('two'));
  });
  const { status, headers, body, warnings } = await aTransport(aConfig(server)).request(post('/api/v1/nodes'));
  expect([status, headers['audit-id'], textOf(body), warnings]).toEqual([
    201,
    'x',
    'one two',
    ['v1beta1 is "old"', 'really'],
  ]);
});

test('a packed answer is unpacked; nobody asks for one where that is not wanted', async () => {
  const server = await aServer((request, response) => {
    const packed = request.headers['accept-encoding'] === 'gzip';
    response.writeHead(200, packed ? { 'content-encoding': 'gzip' } : {});
    response.end(packed ? gzipSync('packed') : 'plain');
  });
  const transport = aTransport(aConfig(server));
  expect(textOf((await transport.request(get('/api/v1/pods'))).body)).toBe('packed');
  expect(textOf((await transport.request(get('/api/v1/pods', { compression: 'none' }))).body)).toBe('plain');
  const never = aTransport(aConfig(server, { disableCompression: true }));
  expect(textOf((await never.request(get('/api/v1/pods'))).body)).toBe('plain');
});

test('an answer longer than allowed, and headers longer than allowed, are faults', async () => {
  const server = await aServer((request, response) => {
    if (request.url === '/long-headers') response.setHeader('x', 'y'.repeat(5000));
    response.end(request.url === '/short' ? '{}' : 'z'.repeat(5000));
  });
  const transport = aTransport(aConfig(server), { longestAnswerBytes: 4999, longestHeadersBytes: 4999 });
  await expect(transport.request(get('/long-body'))).rejects.toMatchObject({
    code: 'kube/malformed',
    message: 'GET /long-body: the answer is longer than 4999 bytes',
  });
  await expect(transport.request(get('/long-headers'))).rejects.toMatchObject({ code: 'kube/malformed' });
  expect((await transport.request(get('/short'))).status).toBe(200);
});

test('the server proves who it is: by its own name or the one expected, unless nobody looks', async () => {
  const server = await aServer((_, response) => answer(response, 200, {}), ['api.example']);
  const { ca } = aConfig(server).tls;
  const asks = [
    { ca, serverName: undefined, insecure: false },
    { ca, serverName: 'api.example', insecure: false },
    { ca, serverName: 'other.example', insecure: false },
    { ca: undefined, serverName: undefined, insecure: false },
    { ca: undefined, serverName: undefined, insecure: true },
  ];
  const ends = await Promise.all(
    asks.map(async (tls) => {
      const asked = aTransport(aConfig(server, { tls })).request(get('/version'));
      return asked.then(({ status }) => status).catch((fault: Error) => fault.message);
    }),
  );
  expect(ends).toEqual([
    200,
    200,
    expect.stringMatching(/^GET \/version: TLS did not come about: .*other\.example/),
    expect.stringMatching(/^GET \/version: TLS did not come about: /),
    200,
  ]);
});

test('a server without TLS, as kubectl proxy is one', async () => {
  const server = createServer((_, response) => answer(response, 200, {}));
  const port = await listening(server);
  onTestFinished(() => void server.close());
  const config = aConfig({ url: new URL(`http://127.0.0.1:${port}`), authority: await authority });
  expect((await aTransport(config).request(get('/version'))).status).toBe(200);
});
