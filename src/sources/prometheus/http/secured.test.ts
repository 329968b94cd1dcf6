import { gzipSync } from 'node:zlib';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { aClient, aFolder, aPass, aQuery, valuesOf } from '#test/prometheus/a-client.ts';
import { aVector, privateAuthority, type StubReply, stubPrometheus } from '#test/prometheus/stub-prometheus.ts';

const good: StubReply = { body: aVector([[{ instance: 'a' }, '0.4']]) };
const read = { a: 0.4 };
const cpu = [aQuery('cpu')];

test('A-15: a private authority and a token file: works, without turning verification off', async () => {
  const authority = await privateAuthority();
  const stub = await stubPrometheus(
    ({ headers }) => (headers.authorization === 'Bearer t0ken' ? good : { status: 401 }),
    { authority },
  );
  const file = aFolder();
  const security = { caFile: file('ca.crt', authority.cert), tokenFile: file('token', 't0ken\n') };
  expect(valuesOf(await aPass(aClient(stub.url, { security }), cpu), 'cpu')).toEqual(read);
});

test('A-15: an authority nobody told us of is not trusted', async () => {
  const stub = await stubPrometheus(() => good, { authority: await privateAuthority() });
  const pass = await aPass(aClient(stub.url), cpu);
  expect(pass.problems.map(({ fault }) => [fault.code, fault.retry])).toEqual([['prometheus/untrusted', 'never']]);
});

test('A-15: a rotated token is taken in the very next pass, and neither is ever told', async () => {
  let valid = 'first-token';
  const stub = await stubPrometheus(({ headers }) =>
    headers.authorization === `Bearer ${valid}`
      ? good
      : { status: 401, body: `no such token: ${headers.authorization}` },
  );
  const file = aFolder();
  const client = aClient(stub.url, { security: { tokenFile: file('token', 'first-token') } });
  expect(valuesOf(await aPass(client, cpu), 'cpu')).toEqual(read);
  valid = 'second-token';
  const between = await aPass(client, cpu);
  expect(between.problems[0]!.fault).toMatchObject({
    code: 'prometheus/refused',
    message: expect.stringMatching(/answered 401: no such token: Bearer \*\*\*$/),
  });
  expect(inspect([between, client], { depth: 9, showHidden: true })).not.toContain('first-token');
  file('token', 'second-token');
  expect(valuesOf(await aPass(client, cpu), 'cpu')).toEqual(read);
});

test('A-15: a token that is rotated while it travels is sent again at once', async () => {
  const file = aFolder();
  const tokenFile = file('token', 'first-token');
  const stub = await stubPrometheus(({ headers }) => {
    file('token', 'second-token');
    return headers.authorization === 'Bearer second-token' ? good : { status: 401 };
  });
  expect(valuesOf(await aPass(aClient(stub.url, { security: { tokenFile } }), cpu), 'cpu')).toEqual(read);
});

for (const status of [403, 404, 405]) {
  test(`A-15: a gateway that answers POST with ${status} is asked by GET, from then on at once`, async () => {
    const stub = await stubPrometheus(({ method }) => (method === 'POST' ? { status, body: 'no POST' } : good));
    const client = aClient(stub.url);
    for (const _ of [1, 2]) expect(valuesOf(await aPass(client, cpu), 'cpu')).toEqual(read);
    expect(stub.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
    expect(stub.requests.at(-1)!.form.get('query')).toBe('cpu');
  });
}

test('A-15: where both are refused, POST is tried again the next time', async () => {
  const stub = await stubPrometheus(() => ({ status: 403, body: 'denied' }));
  const client = aClient(stub.url);
  for (const _ of [1, 2]) expect((await aPass(client, cpu)).problems[0]!.fault.code).toBe('prometheus/refused');
  expect(stub.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET']);
});

test('a user in the URL becomes basic authentication, and is told nowhere', async () => {
  const stub = await stubPrometheus(({ headers }) => ({ status: 500, body: `you sent ${headers.authorization}` }));
  const url = stub.url.replace('://', '://jane:p%40ss@');
  const pass = await aPass(aClient(url), cpu);
  expect(stub.requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from('jane:p@ss').toString('base64')}`);
  expect(pass.problems[0]!.fault.message).toBe(`${stub.url}/api/v1/query: answered 500: you sent Basic ***`);
});

test('a password file wins over a user in the URL', async () => {
  const stub = await stubPrometheus(() => good);
  const security = { basic: { user: 'joe', passwordFile: aFolder()('password', 'hunter2\n') } };
  await aPass(aClient(stub.url.replace('://', '://jane:x@'), { security }), cpu);
  expect(stub.requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from('joe:hunter2').toString('base64')}`);
});

test('extra headers go with every request', async () => {
  const stub = await stubPrometheus(() => good);
  await aPass(aClient(stub.url, { security: { headers: { 'X-Scope-OrgID': 'tenant-1' } } }), cpu);
  expect(stub.requests[0]!.headers['x-scope-orgid']).toBe('tenant-1');
});

test('a client certificate is shown, and a rotated one is shown instead from the next pass on', async () => {
  const authority = await privateAuthority();
  const stub = await stubPrometheus(() => good, { authority });
  const file = aFolder();
  const write = async (user: string): Promise<{ certFile: string; keyFile: string }> => {
    const { cert, key } = await authority.client(user);
    return { certFile: file('tls.crt', cert), keyFile: file('tls.key', key) };
  };
  const security = { caFile: file('ca.crt', authority.cert), ...(await write('first')) };
  const client = aClient(stub.url, { security });
  await aPass(client, cpu);
  await write('second');
  await aPass(client, cpu);
  expect(stub.requests.map(({ certified }) => certified)).toEqual(['first', 'second']);
});

const unusable: readonly { name: string; security: object; says: RegExp }[] = [
  {
    name: 'a token file that is not there',
    security: { tokenFile: '/nowhere/token' },
    says: /the bearer token from \/nowhere\/token: ENOENT/,
  },
  { name: 'a certificate without its key', security: { certFile: '/tmp/tls.crt' }, says: /one is missing/ },
  {
    name: 'a header that cannot be sent',
    security: { headers: { 'X-Me': 'a\nb: c' } },
    says: /the header X-Me cannot be sent/,
  },
];
for (const c of unusable) {
  test(`${c.name} is told as such`, async () => {
    const stub = await stubPrometheus(() => good);
    const { problems } = await aPass(aClient(stub.url, { security: c.security }), cpu);
    expect(problems[0]!.fault).toMatchObject({
      code: 'prometheus/bad-credentials',
      message: expect.stringMatching(c.says),
    });
    expect(stub.requests).toEqual([]);
  });
}

test('an empty token file is half a rotation: it is not sent, and passes', async () => {
  const stub = await stubPrometheus(() => good);
  const security = { tokenFile: aFolder()('token', '\n') };
  const { problems } = await aPass(aClient(stub.url, { security }), cpu);
  expect(problems[0]!.fault).toMatchObject({ code: 'prometheus/bad-credentials', retry: 'soon' });
});

test('a redirect within the server is followed, form and all', async () => {
  const stub = await stubPrometheus(({ path }) =>
    path.startsWith('/prom') ? good : { status: 301, headers: { location: `/prom${path}` } },
  );
  expect(valuesOf(await aPass(aClient(stub.url), cpu), 'cpu')).toEqual(read);
  expect(stub.requests.at(-1)!.form.get('query')).toBe('cpu');
});

test('a redirect to another server is not followed: no credentials get there', async () => {
  const other = await stubPrometheus(() => good);
  const stub = await stubPrometheus(() => ({ status: 307, headers: { location: `${other.url}/api/v1/query` } }));
  const security = { tokenFile: aFolder()('token', 't0ken') };
  const pass = await aPass(aClient(stub.url, { security }), cpu);
  expect(pass.problems[0]!.fault.code).toBe('prometheus/not-prometheus');
  expect(other.requests).toEqual([]);
});

test('a server that redirects to itself for ever is left', async () => {
  const stub = await stubPrometheus(({ path }) => ({ status: 302, headers: { location: path } }));
  expect((await aPass(aClient(stub.url), cpu)).problems[0]!.fault.code).toBe('prometheus/not-prometheus');
  expect(stub.requests.length).toBeLessThan(6);
});

test('a path below which Prometheus is served is kept', async () => {
  const stub = await stubPrometheus(() => good);
  await aPass(aClient(`${stub.url}/prometheus/?tenant=7`), cpu);
  expect(stub.requests[0]).toMatchObject({ path: '/prometheus/api/v1/query' });
  expect(stub.requests[0]!.form.get('tenant')).toBe('7');
});

test('packed answers are unpacked', async () => {
  const packed = gzipSync(JSON.stringify(aVector([[{ instance: 'a' }, '0.4']])));
  const stub = await stubPrometheus(() => ({ headers: { 'content-encoding': 'gzip' }, body: packed }));
  expect(valuesOf(await aPass(aClient(stub.url), cpu), 'cpu')).toEqual(read);
});

test('an answer is read up to its limit, unpacked, and no further', async () => {
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '));
  const stub = await stubPrometheus(() => ({ headers: { 'content-encoding': 'gzip' }, body: bomb }));
  const pass = await aPass(aClient(stub.url, { longestAnswerBytes: 1024 * 1024 }), cpu);
  expect(pass.problems[0]!.fault.code).toBe('prometheus/too-large');
});

test('connections are kept: a pass later is no handshake more', async () => {
  const stub = await stubPrometheus(() => good);
  const client = aClient(stub.url, { atOnce: 1 });
  for (const _ of [1, 2, 3]) await aPass(client, [aQuery('cpu'), aQuery('memory')]);
  expect(stub.connections()).toBe(1);
});

test('who aborts a pass hears the own reason', async () => {
  const stub = await stubPrometheus(() => 'hang');
  const stopping = new AbortController();
  const asked = aClient(stub.url).ask({ path: '/api/v1/query', form: {}, signal: stopping.signal }, async () => {});
  stopping.abort(new Error('we are stopping'));
  await expect(asked).rejects.toThrow('we are stopping');
});
