import { expect, test } from 'vitest';
import { newAuthority } from '#test/control-plane/keys.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { answer, serversOf, aStatus, type Script } from './fixtures/a-server.ts';
import { aConfig, aTransport, get, post } from './fixtures/a-transport.ts';
import type { Ask } from './transport.ts';

const aServer = serversOf(newAuthority('tests'));

/** Plays the scripts one after another, the last one for ever. */
const inTurn =
  (...scripts: readonly Script[]): Script =>
  (request, response, index) =>
    scripts[Math.min(index, scripts.length - 1)]!(request, response, index);

const ok: Script = (_, response) => answer(response, 200, {});
const says =
  (code: number, reason: string, headers: Record<string, string> = {}, more: object = {}): Script =>
  (_, response) =>
    answer(response, code, aStatus(code, reason, more), headers);
const cut: Script = (request) => request.socket.destroy();
const cutInTheAnswer: Script = (request, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('half');
  setTimeout(() => request.socket.destroy(), 5);
};
const byCaller: Ask = { method: 'GET', path: '/x', repeatable: 'by-caller' };
const soon = { 'retry-after': '0' };
const budget = { details: { causes: [{ reason: 'DisruptionBudget', message: 'needs 2 healthy pods and has 2' }] } };
const flowControl: Script = (_, response) => {
  response.writeHead(429, { 'content-type': 'text/plain', 'x-kubernetes-pf-flowschema-uid': 'x' });
  response.end('Too many requests, please try again later.');
};

const cases: readonly { name: string; ask?: Ask; script: Script; want: number | string; requests: number }[] = [
  { name: 'a cut before the answer: a read is repeated', script: inTurn(cut, cut, ok), want: 200, requests: 3 },
  { name: 'a cut in the answer: a read is repeated', script: inTurn(cutInTheAnswer, ok), want: 200, requests: 2 },
  {
    name: 'a cut before the answer: what is not repeatable is not',
    ask: post('/x'),
    script: cut,
    want: 'kube/unreachable',
    requests: 1,
  },
  {
    name: 'a cut in the answer: what is not repeatable is not',
    ask: post('/x'),
    script: cutInTheAnswer,
    want: 'kube/unreachable',
    requests: 1,
  },
  { name: '500 is repeated', script: inTurn(says(500, 'InternalError'), ok), want: 200, requests: 2 },
  {
    name: '500 is not repeated of what is not repeatable',
    ask: post('/x'),
    script: says(500, 'InternalError'),
    want: 'kube/server-error',
    requests: 1,
  },
  {
    name: '503 with Retry-After is repeated',
    script: inTurn(says(503, 'ServiceUnavailable', soon), ok),
    want: 200,
    requests: 2,
  },
  { name: '504 is repeated', script: inTurn(says(504, 'Timeout'), ok), want: 200, requests: 2 },
  {
    name: '429 with Retry-After is repeated, whatever it was',
    ask: post('/x'),
    script: inTurn(says(429, 'TooManyRequests', soon), ok),
    want: 200,
    requests: 2,
  },
  {
    name: '429 with Retry-After is final where the caller repeats',
    ask: byCaller,
    script: says(429, 'TooManyRequests', soon),
    want: 'kube/throttled',
    requests: 1,
  },
  {
    name: '500 is final where the caller repeats',
    ask: byCaller,
    script: says(500, 'InternalError'),
    want: 'kube/server-error',
    requests: 1,
  },
  { name: '429 without is final', script: says(429, 'TooManyRequests'), want: 'kube/throttled', requests: 1 },
  {
    name: '429 for a disruption budget is final',
    ask: post('/x'),
    script: says(429, 'TooManyRequests', soon, budget),
    want: 'kube/throttled',
    requests: 1,
  },
  {
    name: '401 is repeated once, whatever comes between',
    script: inTurn(says(401, 'Unauthorized'), cut, says(401, 'Unauthorized'), ok),
    want: 'kube/unauthorised',
    requests: 3,
  },
  { name: '404 is final', script: says(404, 'NotFound'), want: 'kube/not-found', requests: 1 },
  { name: '409 is final', script: says(409, 'Conflict'), want: 'kube/conflict', requests: 1 },
  {
    name: 'what is not JSON where JSON was promised is a fault of the reader, not ours',
    script: (_, response) => void response.end('<'),
    want: 200,
    requests: 1,
  },
  {
    name: 'a redirect is not followed',
    script: (_, response) => void response.writeHead(302, { location: 'https://elsewhere/' }).end(),
    want: 'kube/server-error',
    requests: 1,
  },
  { name: 'it ends with the last attempt', script: cut, want: 'kube/unreachable', requests: 6 },
];
for (const c of cases) {
  test(c.name, async () => {
    const server = await aServer(c.script);
    const asked = aTransport(aConfig(server)).request(c.ask ?? get('/api/v1/pods'));
    const end = await asked.then(({ status }) => status).catch((fault: { code: string }) => fault.code);
    expect([end, server.requests.length]).toEqual([c.want, c.requests]);
  });
}

test('a refused connection is tried again, whatever the request', async () => {
  const server = await aServer(ok);
  await server.stop();
  const whys: unknown[] = [];
  const transport = aTransport(aConfig(server), {
    mostAttempts: 3,
    observer: { repeated: (asked, why, afterMs) => whys.push([asked.verb, why.code, afterMs]) },
  });
  await expect(transport.request(post('/api/v1/namespaces/a/pods/b/eviction'))).rejects.toMatchObject({
    code: 'kube/unreachable',
    taken: 'no',
    message: expect.stringMatching(
      /^POST \/api\/v1\/namespaces\/a\/pods\/b\/eviction: the connection was refused \(.*ECONNREFUSED/,
    ),
  });
  expect(whys).toEqual(Array.from({ length: 2 }, () => ['create', 'kube/unreachable', 1]));
});

test('a write to a connection that the server closes at that moment is not repeated: it may have been taken', async () => {
  const server = await aServer(inTurn(ok, cut, ok));
  const transport = aTransport(aConfig(server));
  await transport.request(post('/first'));
  await expect(transport.request(post('/second'))).rejects.toMatchObject({
    code: 'kube/unreachable',
    taken: 'perhaps',
  });
  expect((await transport.request(post('/third'))).status).toBe(200);
  expect(server.requests).toEqual(['POST /first', 'POST /second', 'POST /third']);
});

test('a connection the server closed while it was idle is no loss', async () => {
  const server = await aServer(ok);
  const { promise: noticed, resolve } = Promise.withResolvers<unknown>();
  const transport = aTransport(aConfig(server), { observer: { connectionClosed: resolve } });
  await transport.request(post('/first'));
  for (const socket of server.open) socket.destroy();
  await noticed;
  expect((await transport.request(post('/second'))).status).toBe(200);
  expect(server.accepted).toBe(2);
});

test('what it waits: the time the server names, and some more so that not all come back at once', async () => {
  const clock = new VirtualClock();
  const date = new Date(clock.now() + 7000).toUTCString();
  const refusals = [
    says(429, 'TooManyRequests', { 'retry-after': '3' }),
    says(503, 'Unavailable', { 'retry-after': date }),
    flowControl,
  ];
  const server = await aServer(inTurn(...refusals, ok));
  const waits: number[] = [];
  const repeated = async (_: unknown, __: unknown, afterMs: number): Promise<void> => {
    waits.push(afterMs);
    await clock.whenSleeping(2); // the deadline, and the wait
    await clock.advance(afterMs);
  };
  const transport = aTransport(aConfig(server), {
    time: clock,
    observer: { repeated: (...told) => void repeated(...told) },
    baseMs: 100,
    capMs: 300,
  });
  await transport.request(get('/api/v1/pods'));
  // flow control that names no time means a second; the second wait began 3,050 ms later
  expect(waits).toEqual([3050, 7000 - 3050 + 100, 1150]);
});

test('a wait that would go past the deadline is not begun: the fault is told at once', async () => {
  const server = await aServer(says(429, 'TooManyRequests', { 'retry-after': '31' }));
  await expect(aTransport(aConfig(server)).request(get('/x', { deadlineMs: 30_000 }))).rejects.toMatchObject({
    code: 'kube/throttled',
    retryAfterMs: 31_000,
  });
});

test('the observer hears of a request once, and of each attempt once', async () => {
  const server = await aServer(inTurn(says(503, 'Unavailable'), cut, ok));
  const told: unknown[] = [];
  const transport = aTransport(aConfig(server), {
    observer: {
      asked: ({ verb }) => told.push(['asked', verb]),
      answered: ({ asked, status, code, attempt }) => told.push(['answered', asked.verb, status, code, attempt]),
      repeated: (asked, why) => told.push(['repeated', asked.verb, why.code]),
    },
  });
  await transport.request(get('/api/v1/pods'));
  expect(told).toEqual([
    ['asked', 'list'],
    ['answered', 'list', 503, 'kube/server-error', 1],
    ['repeated', 'list', 'kube/server-error'],
    ['answered', 'list', undefined, 'kube/unreachable', 2],
    ['repeated', 'list', 'kube/unreachable'],
    ['answered', 'list', 200, undefined, 3],
  ]);
});
