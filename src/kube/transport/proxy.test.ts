import { expect, test } from 'vitest';
import { newAuthority } from '#test/control-plane/keys.ts';
import { aProxy } from './fixtures/a-proxy.ts';
import { answer, serversOf } from './fixtures/a-server.ts';
import { aConfig, aTransport, get, post } from './fixtures/a-transport.ts';

const aServer = serversOf(newAuthority('tests'));

test('through a proxy: one tunnel for many requests, the TLS session ends at the server', async () => {
  const server = await aServer((_, response) => answer(response, 200, {}));
  const proxy = await aProxy();
  const proxyUrl = new URL(proxy.url);
  proxyUrl.username = 'me';
  proxyUrl.password = 'secret';
  const counts: number[] = [];
  const observer = {
    connectionOpened: (open: number) => counts.push(open),
    connectionClosed: (open: number) => counts.push(open),
  };
  const transport = aTransport(aConfig(server, { proxyUrl }), { observer });
  for (let i = 0; i < 20; i += 1) await transport.request(get('/x'));
  expect([server.requests.length, server.accepted]).toEqual([20, 1]);
  expect(proxy.asked).toEqual([{ to: server.url.host, authorization: `Basic ${btoa('me:secret')}` }]);
  await transport.close();
  while (proxy.open.size > 0) await new Promise(setImmediate);
  expect(counts).toEqual([1, 0]);
});

test('a certificate that is not trusted is not trusted through a proxy either', async () => {
  const server = await aServer((_, response) => answer(response, 200, {}), ['api.example']);
  const { url: proxyUrl } = await aProxy();
  const { ca } = aConfig(server).tls;
  const through = (tls: { ca: typeof ca; serverName: string | undefined; insecure: boolean }): Promise<unknown> =>
    aTransport(aConfig(server, { proxyUrl, tls }))
      .request(get('/x'))
      .then(({ status }) => status)
      .catch((fault: { code: string; message: string }) => `${fault.code} ${fault.message}`);
  expect(await through({ ca, serverName: 'api.example', insecure: false })).toBe(200);
  expect(await through({ ca, serverName: 'other.example', insecure: false })).toMatch(
    /^kube\/unreachable .*TLS did not come about/,
  );
  expect(await through({ ca: undefined, serverName: undefined, insecure: false })).toMatch(
    /^kube\/unreachable .*TLS did not come about/,
  );
  expect(await through({ ca: undefined, serverName: undefined, insecure: true })).toBe(200);
});

test('a proxy that refuses, or is not there, is named', async () => {
  const server = await aServer((_, response) => answer(response, 200, {}));
  const refusing = await aProxy('407 Proxy Authentication Required');
  const options = { mostAttempts: 2 };
  await expect(
    aTransport(aConfig(server, { proxyUrl: refusing.url }), options).request(post('/x')),
  ).rejects.toMatchObject({
    code: 'kube/unreachable',
    taken: 'no',
    message: expect.stringContaining('407'),
  });
  expect(refusing.asked.length).toBe(2);
  const gone = aTransport(aConfig(server, { proxyUrl: new URL('http://127.0.0.1:1') }), options);
  await expect(gone.request(post('/x'))).rejects.toMatchObject({ code: 'kube/unreachable', taken: 'no' });
});

test('given up while the tunnel is dug: it is given up too', async () => {
  const server = await aServer((_, response) => answer(response, 200, {}));
  const proxy = await aProxy();
  const controller = new AbortController();
  const asked = aTransport(aConfig(server, { proxyUrl: proxy.url })).request(get('/x', { signal: controller.signal }));
  while (proxy.open.size === 0) await new Promise(setImmediate);
  controller.abort();
  await expect(asked).rejects.toMatchObject({ code: 'kube/aborted' });
  while (proxy.open.size > 0) await new Promise(setImmediate);
});
