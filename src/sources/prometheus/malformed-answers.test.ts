import { expect, test } from 'vitest';
import { aClient, aPass, aQuery, valuesOf } from '#test/prometheus/a-client.ts';
import { aVector, type StubReply, stubPrometheus } from '#test/prometheus/stub-prometheus.ts';

const loginPage = '<!DOCTYPE html>\n<html><head><title>Sign in · Corp</title></head><body>…</body></html>';
const memory = aVector([[{ instance: 'worker-c:9100' }, '0.5']]);

/** The cpu query gets the reply, the memory query a good one. */
async function passWith(reply: StubReply) {
  const stub = await stubPrometheus(({ form }) => (form.get('query') === 'cpu' ? reply : { body: memory }));
  return aPass(aClient(stub.url, { deadlineMs: 300 }), [aQuery('cpu'), aQuery('memory')]);
}

const cases: readonly { name: string; reply: StubReply; code: string; says?: RegExp }[] = [
  {
    name: 'A-04: an empty vector',
    reply: { body: aVector([]) },
    code: 'prometheus/no-series',
    says: /the query for cpu/,
  },
  {
    name: 'A-04: a matrix instead of a vector',
    reply: { body: { status: 'success', data: { resultType: 'matrix', result: [] } } },
    code: 'prometheus/bad-query',
    says: /gives a matrix, where a vector is needed/,
  },
  {
    name: 'a scalar instead of a vector',
    reply: { body: { status: 'success', data: { resultType: 'scalar', result: [1, '1'] } } },
    code: 'prometheus/bad-query',
    says: /gives a scalar/,
  },
  {
    name: 'A-04: 422 with the reason of Prometheus',
    reply: { status: 422, body: { status: 'error', errorType: 'execution', error: 'many-to-many matching' } },
    code: 'prometheus/bad-query',
    says: /execution: many-to-many matching/,
  },
  {
    name: '400 with the reason of Prometheus',
    reply: { status: 400, body: { status: 'error', errorType: 'bad_data', error: 'parse error at char 3' } },
    code: 'prometheus/bad-query',
    says: /parse error at char 3/,
  },
  {
    name: 'status=error under 200',
    reply: { body: { status: 'error', errorType: 'timeout', error: 'query timed out' } },
    code: 'prometheus/timeout',
    says: /query timed out/,
  },
  {
    name: 'A-04: 503 of something in front',
    reply: { status: 503, body: 'upstream unavailable' },
    code: 'prometheus/server-error',
    says: /answered 503: upstream unavailable/,
  },
  { name: 'A-04: no answer in time', reply: 'hang', code: 'prometheus/timeout', says: /within 300 ms/ },
  {
    name: 'A-15: an HTML page under 200',
    reply: { body: loginPage, headers: { 'content-type': 'text/html' } },
    code: 'prometheus/not-prometheus',
    says: /an HTML page: Sign in · Corp: a login or a proxy\?/,
  },
  { name: 'an empty body', reply: { body: '' }, code: 'prometheus/not-prometheus' },
  { name: 'JSON of somebody else', reply: { body: { hello: 'world' } }, code: 'prometheus/not-prometheus' },
  { name: 'a JSON list', reply: { body: [1, 2] }, code: 'prometheus/not-prometheus' },
  {
    name: 'an answer that breaks off among its series',
    reply: { body: JSON.stringify(memory).slice(0, -30) },
    code: 'prometheus/unreachable',
    says: /breaks off/,
  },
  {
    name: 'a success without a resultType',
    reply: { body: { status: 'success', data: { result: [] } } },
    code: 'prometheus/not-prometheus',
  },
  {
    name: 'series that are none',
    reply: { body: { status: 'success', data: { resultType: 'vector', result: [null, [1]] } } },
    code: 'prometheus/not-prometheus',
  },
  {
    name: 'a redirect to another server',
    reply: { status: 302, headers: { location: 'https://login.example.com/?state=s3cret' } },
    code: 'prometheus/not-prometheus',
    says: /302: sent to https:\/\/login\.example\.com, a login\?$/,
  },
  { name: 'no such path', reply: { status: 404, body: 'not here' }, code: 'prometheus/not-prometheus' },
  { name: 'a gateway that says no', reply: { status: 403, body: 'RBAC: denied' }, code: 'prometheus/refused' },
  {
    name: 'not gzip, though it says so',
    reply: { headers: { 'content-encoding': 'gzip' }, body: 'plain' },
    code: 'prometheus/not-prometheus',
  },
];
for (const c of cases) {
  test(`${c.name}: the signal is unknown, its neighbour is read, the reason told once`, async () => {
    const pass = await passWith(c.reply);
    expect(valuesOf(pass, 'cpu')).toEqual({});
    expect(valuesOf(pass, 'memory')).toEqual({ 'worker-c:9100': 0.5 });
    expect(pass.isDegraded).toBe(true);
    expect(pass.problems.map(({ fault, signals }) => [fault.code, signals])).toEqual([[c.code, ['cpu']]]);
    if (c.says !== undefined) expect(pass.problems[0]!.fault.message).toMatch(c.says);
  });
}

test('A-04: a value that is no number marks its own series, and no other', async () => {
  const body = aVector([
    [{ instance: 'worker-c:9100' }, 'abc'],
    [{ instance: 'worker-d:9100' }, '0.25'],
  ]);
  const pass = await passWith({ body });
  expect(valuesOf(pass, 'cpu')).toEqual({ 'worker-c:9100': 'garbage', 'worker-d:9100': 0.25 });
});

test('A-08, A-16: what concerns every signal is told once', async () => {
  const stub = await stubPrometheus(() => ({ status: 503, body: 'upstream unavailable' }));
  const pass = await aPass(aClient(stub.url), [aQuery('cpu'), aQuery('memory'), aQuery('load')]);
  expect(pass.problems).toHaveLength(1);
  expect(pass.problems[0]!.signals).toEqual(['cpu', 'memory', 'load']);
});

test('nobody listens: the same, with what the system says', async () => {
  const stub = await stubPrometheus(() => 'hang');
  stub.close();
  const pass = await aPass(aClient(stub.url), [aQuery('cpu'), aQuery('memory')]);
  expect(pass.problems.map(({ fault }) => fault.code)).toEqual(['prometheus/unreachable']);
  expect(pass.problems[0]!.fault).toMatchObject({ retry: 'soon', message: expect.stringMatching(/was refused/) });
});

const partial = aVector([
  [{ instance: 'a' }, '0.4'],
  [{ instance: 'b' }, '0.5'],
]);
for (const [name, more, warnings] of [
  ['warnings', { warnings: ['store down'] }, ['store down']],
  ['isPartial alone', { isPartial: true }, []],
] as const) {
  test(`A-10: ${name}: what came is kept, and the pass is degraded`, async () => {
    const pass = await passWith({ body: { ...partial, ...more } });
    expect(valuesOf(pass, 'cpu')).toEqual({ a: 0.4, b: 0.5 });
    expect(pass).toMatchObject({ isDegraded: true, warnings, problems: [] });
  });
}

test('infos are remarks on the query: nothing is missing', async () => {
  const pass = await passWith({ body: { ...partial, infos: ['metric might not be a counter'] } });
  expect(pass).toMatchObject({ isDegraded: false, warnings: [] });
});
