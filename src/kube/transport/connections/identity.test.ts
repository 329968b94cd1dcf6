import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { newAuthority } from '#test/control-plane/keys.ts';
import type { AuthHeaders, ClientCertificate, Credentials } from '#kube/config/credentials.ts';
import { answer, serversOf, aStatus, type Script } from '#kube/transport/fixtures/a-server.ts';
import { aConfig, aTransport, allOf, get, post, textOf } from '#kube/transport/fixtures/a-transport.ts';

const aServer = serversOf(newAuthority('tests'));

/** Knows the tokens it is given, one after another; each refusal leads to the next. */
function tokens(...values: readonly string[]): Credentials & { readonly refusals: AuthHeaders[] } {
  const refusals: AuthHeaders[] = [];
  const headers = values.map((value) => ({ authorization: `Bearer ${value}` }));
  return {
    refusals,
    headers: () => Promise.resolve(headers[Math.min(refusals.length, headers.length - 1)]!),
    refused: (used) => void refusals.push(used!),
  };
}

const onlyFor =
  (token: string): Script =>
  (request, response) =>
    request.headers.authorization === `Bearer ${token}`
      ? answer(response, 200, {})
      : answer(response, 401, aStatus(401, 'Unauthorized', { message: `who is ${request.headers.authorization}?` }));

test('a refused token is read afresh and the request repeated, whatever it was', async () => {
  const server = await aServer(onlyFor('new-token'));
  const credentials = tokens('old-token', 'new-token');
  let refreshed = 0;
  const observer = { credentialsRefreshed: () => void (refreshed += 1) };
  const transport = aTransport(aConfig(server, { credentials }), { observer });
  expect((await transport.request(post('/x'))).status).toBe(200);
  expect((await transport.request(post('/y'))).status).toBe(200);
  expect([server.requests.length, server.accepted, refreshed]).toEqual([3, 1, 1]);
  expect(credentials.refusals).toEqual([{ authorization: 'Bearer old-token' }]);
});

test('once, and no more: then it is a fault that shows no token', async () => {
  const server = await aServer(onlyFor('another'));
  const transport = aTransport(aConfig(server, { credentials: tokens('old-token', 'new-token') }));
  await expect(transport.request(get('/x'))).rejects.toMatchObject({
    code: 'kube/unauthorised',
    message: 'GET /x: who is Bearer [blanked]?',
    retry: 'never',
  });
  expect(server.requests.length).toBe(2);
});

test('a rotated token is shown from the next request on, over the same connection', async () => {
  let token = 'one';
  const seen: unknown[] = [];
  const server = await aServer((request, response) => {
    seen.push(request.headers.authorization);
    answer(response, 200, {});
  });
  const credentials = { headers: () => Promise.resolve({ authorization: token }), refused: () => {} };
  const transport = aTransport(aConfig(server, { credentials }));
  await transport.request(get('/x'));
  token = 'two';
  await transport.request(get('/x'));
  expect([seen, server.accepted]).toEqual([['one', 'two'], 1]);
});

test('a rotated client certificate needs a new connection; what streams over the old one goes on', async () => {
  const server = await aServer((request, response) => {
    const name = request.socket instanceof TLSSocket ? request.socket.getPeerCertificate().subject.CN : 'nobody';
    response.writeHead(200);
    if (request.url !== '/stream') return void response.end(name);
    response.write(name);
    setTimeout(() => response.end(' still'), 50);
  });
  const [ann, bob] = await Promise.all([server.authority.client('ann'), server.authority.client('bob')]);
  let certificate: ClientCertificate = ann;
  const credentials: Credentials = {
    headers: () => Promise.resolve({}),
    clientCertificate: () => Promise.resolve(certificate),
    refused: () => {},
  };
  const transport = aTransport(aConfig(server, { credentials }));
  const who = async (): Promise<string> => textOf((await transport.request(get('/x'))).body);
  expect([await who(), await who(), server.accepted]).toEqual(['ann', 'ann', 1]);
  const { body } = await transport.stream(get('/stream'));
  certificate = bob;
  expect([await who(), await who(), server.accepted]).toEqual(['bob', 'bob', 2]);
  expect(await allOf(body)).toBe('ann still');
  while (server.open.size > 1) await new Promise(setImmediate); // the old one closes once it is idle
});

test('another authority needs a new connection, the same text does not', async () => {
  const server = await aServer((_, response) => answer(response, 200, {}));
  let ca = server.authority.cert;
  const transport = aTransport(
    aConfig(server, { tls: { ca: () => Promise.resolve(ca), serverName: undefined, insecure: false } }),
  );
  await transport.request(get('/x'));
  ca = `${ca}\n${(await server.authority.server(['other'])).cert}`;
  await transport.request(get('/x'));
  ca = Buffer.from(ca).toString();
  await transport.request(get('/x'));
  expect(server.accepted).toBe(2);
});

test('credentials that cannot be had are a fault of their own, and nothing is sent', async () => {
  const server = await aServer((_, response) => answer(response, 200, {}));
  const credentials: Credentials = { headers: () => Promise.reject(new Error('no plugin')), refused: () => {} };
  const transport = aTransport(aConfig(server, { credentials }), { mostAtOnce: 1 });
  await expect(transport.request(get('/x'))).rejects.toThrow('no plugin');
  await expect(transport.request(get('/x'))).rejects.toThrow('no plugin'); // the first left its place
  expect(server.accepted).toBe(0);
});

test('credentials that never come do not outlast the deadline', async () => {
  const server = await aServer((_, response) => answer(response, 200, {}));
  const credentials: Credentials = { headers: () => new Promise(() => {}), refused: () => {} };
  const asked = aTransport(aConfig(server, { credentials })).request(get('/x', { deadlineMs: 20 }));
  await expect(asked).rejects.toMatchObject({ code: 'kube/timeout' });
});
