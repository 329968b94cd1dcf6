import { expect, test } from 'vitest';
import { aClient, aFolder, aPass, aQuery, valuesOf } from '#test/prometheus/a-client.ts';
import { aVector, privateAuthority, stubPrometheus } from '#test/prometheus/stub-prometheus.ts';
import { stubProxy } from '#test/prometheus/stub-proxy.ts';

const good = { body: aVector([[{ instance: 'a' }, '0.4']]) };
const cpu = [aQuery('cpu')];

test('plain HTTP goes through the proxy in the absolute form', async () => {
  const [stub, proxy] = await Promise.all([stubPrometheus(() => good), stubProxy()]);
  const client = aClient(stub.url, { security: { proxyUrl: `http://${proxy.host}` } });
  expect(valuesOf(await aPass(client, cpu), 'cpu')).toEqual({ a: 0.4 });
  expect(proxy.asked).toEqual([`POST ${stub.url}/api/v1/query`]);
});

test('HTTPS goes through a tunnel: the proxy sees neither the query nor the token', async () => {
  const authority = await privateAuthority();
  const [stub, proxy] = await Promise.all([stubPrometheus(() => good, { authority }), stubProxy()]);
  const file = aFolder();
  const security = {
    caFile: file('ca.crt', authority.cert),
    tokenFile: file('token', 't0ken'),
    proxyUrl: `http://me:pr0xy@${proxy.host}`,
  };
  expect(valuesOf(await aPass(aClient(stub.url, { security }), cpu), 'cpu')).toEqual({ a: 0.4 });
  expect(proxy.asked).toEqual([`CONNECT ${new URL(stub.url).host}`]);
  expect(proxy.authorizations).toEqual([`Basic ${Buffer.from('me:pr0xy').toString('base64')}`]);
  expect(stub.requests[0]!.headers.authorization).toBe('Bearer t0ken');
});

test('a proxy that is not there is told without its password', async () => {
  const stub = await stubPrometheus(() => good);
  stub.close();
  const proxyUrl = stub.url.replace('://', '://me:pr0xy@');
  const { problems } = await aPass(aClient('https://prometheus.example', { security: { proxyUrl } }), cpu);
  expect(problems[0]!.fault.code).toBe('prometheus/unreachable');
  expect(problems[0]!.fault.message).not.toContain('pr0xy');
});

for (const scheme of ['http', 'https']) {
  test(`a proxy that asks who we are is told as such, for ${scheme}`, async () => {
    const proxy = await stubProxy({ status: 407 });
    const security = { proxyUrl: `http://me:pr0xy@${proxy.host}` };
    const { problems } = await aPass(aClient(`${scheme}://prometheus.example`, { security }), cpu);
    expect(problems[0]!.fault.message).toContain('407');
    expect(problems[0]!.fault.message).not.toContain('pr0xy');
  });
}
