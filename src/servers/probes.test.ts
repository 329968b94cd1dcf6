import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Gauge, Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { probesDefaults, serveProbes, type ProbesParts } from './probes.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const clock = new VirtualClock(now);

function someMetrics(): Registry {
  const registry = new Registry();
  new Gauge({ name: 'plimsoll_up', help: 'Up.', registers: [registry] }).set(1);
  return registry;
}

/** A probes server on a port of its own; answers with what a client sees. */
async function probing(parts: Partial<ProbesParts> = {}) {
  const whole = { clock, liveness: [], readiness: [], metrics: someMetrics(), status: () => [], ...parts };
  const probes = await serveProbes(whole, { ...probesDefaults, host: '127.0.0.1', port: 0 });
  onTestFinished(async () => void (await probes.close()));
  return (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${probes.port}${path}`, init);
}

const empty = { name: 'cache', run: () => ({ ok: false, reason: 'no pods yet' }) as const };
const listed = { name: 'cache', run: () => ({ ok: true }) as const };

const cases = [
  { name: 'alive is ok', parts: {}, path: '/healthz', status: 200, body: 'ok\n' },
  { name: 'ready is ok', parts: { readiness: [listed] }, path: '/readyz', status: 200, body: 'ok\n' },
  {
    name: 'a failing liveness check is named',
    parts: { liveness: [empty] },
    path: '/healthz',
    status: 503,
    body: '[-]cache failed: no pods yet\nhealthz check failed\n',
  },
  {
    name: 'a failing readiness check is named',
    parts: { readiness: [empty] },
    path: '/readyz',
    status: 503,
    body: '[-]cache failed: no pods yet\nreadyz check failed\n',
  },
  { name: 'not ready is still alive', parts: { readiness: [empty] }, path: '/healthz', status: 200, body: 'ok\n' },
  {
    name: 'every check is listed when asked',
    parts: { readiness: [listed] },
    path: '/readyz?verbose',
    status: 200,
    body: '[+]cache ok\n[+]shutdown ok\nreadyz check passed\n',
  },
  {
    name: 'metrics are those of the registry',
    parts: {},
    path: '/metrics',
    status: 200,
    body: '# HELP plimsoll_up Up.\n# TYPE plimsoll_up gauge\nplimsoll_up 1\n',
  },
  {
    name: 'the status of no roles is a bare table',
    parts: {},
    path: '/statusz',
    status: 200,
    body: 'ROLE   KIND   LEADER   LAST PASS   OUTCOME   TOOK   QUEUE   AGES\n',
  },
  { name: 'the status may be JSON', parts: {}, path: '/statusz?format=json', status: 200, body: '{"roles":[]}\n' },
  {
    name: 'other paths are not there, and it says what is',
    parts: {},
    path: '/admin?x=1',
    status: 404,
    body: '{"message":"nothing is served at /admin","served":["/healthz","/readyz","/metrics","/statusz"]}\n',
  },
  {
    name: 'a role that cannot say its status is an answer too',
    parts: {
      status() {
        throw new Error('no leader known');
      },
    },
    path: '/statusz',
    status: 500,
    body: '{"message":"answering GET /statusz: no leader known"}\n',
  },
];
for (const c of cases) {
  test(c.name, async () => {
    const ask = await probing(c.parts);
    const response = await ask(c.path);
    expect({ status: response.status, body: await response.text() }).toEqual({ status: c.status, body: c.body });
  });
}

const types = [
  { path: '/healthz', want: 'text/plain; charset=utf-8' },
  { path: '/metrics', want: 'text/plain; version=0.0.4; charset=utf-8' },
  { path: '/statusz', want: 'text/plain; charset=utf-8' },
  { path: '/statusz?format=json', want: 'application/json' },
  { path: '/nowhere', want: 'application/json' },
];
for (const { path, want } of types) {
  test(`${path} is ${want}, kept by no cache, guessed at by no browser, under no banner`, async () => {
    const { headers } = await (await probing())(path);
    expect(headers.get('content-type')).toBe(want);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull();
  });
}

for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
  test(`${method} is refused, and it says what is allowed`, async () => {
    const response = await (await probing())('/healthz', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(await response.json()).toEqual({ message: `/healthz is read with GET or HEAD, not ${method}` });
  });
}

test('collectors that fail make the scrape fail, not the process', async () => {
  const metrics = new Registry();
  const collect = () => Promise.reject(new Error('no /proc'));
  metrics.registerMetric(new Gauge({ name: 'plimsoll_broken', help: 'Broken.', registers: [], collect }));
  const ask = await probing({ metrics });
  expect((await ask('/metrics')).status).toBe(500);
  expect((await ask('/healthz')).status).toBe(200);
});

test('the status is reckoned at the time of asking', async () => {
  const lastPass = { kind: 'known', at: now - 12_000, outcome: 'done', tookMs: 340 } as const;
  const role = { role: 'rules', kind: 'loop', leader: { kind: 'self' }, queueDepth: 0, watched: [] } as const;
  const ask = await probing({ status: () => [{ ...role, lastPass }] });
  expect(await (await ask('/statusz')).text()).toContain(
    'rules   loop   self     12s ago     done      340ms       0   -',
  );
});

test('readiness turns false before connections close', async () => {
  const probes = await serveProbes(
    { clock, liveness: [], readiness: [], metrics: someMetrics(), status: () => [] },
    { ...probesDefaults, host: '127.0.0.1', port: 0 },
  );
  const socket = connect(probes.port, '127.0.0.1');
  await new Promise((resolve) => socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n', resolve));
  await (await fetch(`http://127.0.0.1:${probes.port}/readyz`)).text(); // by now the half request has arrived
  const closed = probes.close();
  socket.write('\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1.1 503 [^]*\[-\]shutdown failed: this process is stopping\n/);
  expect(await closed).toBe('ended');
});
