import { expect, type TestAPI } from 'vitest';
import { type ClusterFixtures, clusterTest } from '../../control-plane/cluster-test.ts';
import { startControlPlane } from '../../control-plane/start-control-plane.ts';
import { expectOk } from '../kube-api.ts';
import { until } from '../until.ts';
import { unauthorised } from './answers.ts';
import { compactEtcd } from './compact-etcd.ts';
import { RawClient } from './raw-client.ts';
import { type AdminAccount, adminAccount } from './service-account-token.ts';
import { type FaultProxy, startFaultProxy } from './start-fault-proxy.ts';

interface Fixtures extends ClusterFixtures {
  readonly account: AdminAccount;
  readonly proxy: FaultProxy;
  /** Through the proxy, with the account's token. */
  readonly client: RawClient;
}

const test: TestAPI<Fixtures> = clusterTest.extend<Omit<Fixtures, keyof ClusterFixtures>>({
  account: async ({ api, namespace }, use) => {
    const account = await adminAccount(api, namespace);
    await use(account);
    await account.remove();
  },
  proxy: async ({ controlPlane }, use) => {
    const proxy = await startFaultProxy({ upstream: controlPlane });
    await use(proxy);
    await proxy.stop();
  },
  client: async ({ proxy, account }, use) => {
    const client = new RawClient({ ...proxy, token: account.token });
    await use(client);
    client.close();
  },
});

const sockets = (): number => process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS)/.test(name)).length;

test('get, list and watch pass through with a token, and stop leaves no socket', async ({
  api,
  namespace,
  proxy,
  client,
}) => {
  const maps = `/api/v1/namespaces/${namespace}/configmaps`;
  expectOk(await api.create(maps, { metadata: { name: 'first' } }));
  const list = JSON.parse((await client.ask({ path: maps })).body);
  expect(list.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toContain('first');

  const watch = await client.open(`${maps}?watch=true&resourceVersion=${list.metadata.resourceVersion}`);
  const body = JSON.stringify({ metadata: { name: 'second' } });
  expect((await client.ask({ method: 'POST', path: maps, body })).status).toBe(201);
  await watch.hears('\n');
  expect(JSON.parse(watch.lines[0]!)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'second' } } });
  expect(proxy.counts()).toEqual({ [`GET ${maps} 200`]: 2, [`POST ${maps} 201`]: 1 });
  expect((await client.ask({ path: maps, token: 'wrong' })).status).toBe(401);

  await proxy.stop();
  client.close();
  api.close();
  await until('every socket to close', async () => (sockets() === 0 ? true : undefined));
});

test('tokens rotate: the old one is refused, the new one is good', async ({ account, client, proxy }) => {
  const path = '/api/v1/namespaces?limit=1';
  const renewed = await account.renew();
  proxy.faults.inject(unauthorised, { token: account.token });
  expect((await client.ask({ path })).status).toBe(401);
  expect((await client.ask({ path, token: renewed })).status).toBe(200);
});

test('an old version of Events, which are not cached, is gone after compaction', async ({
  api,
  controlPlane,
  client,
  namespace,
}) => {
  const events = `/api/v1/namespaces/${namespace}/events`;
  const event = { metadata: { name: 'once' }, involvedObject: { namespace, kind: 'Pod', name: 'web' } };
  const old = expectOk(await api.create(events, event)).metadata.resourceVersion;
  for (const name of ['twice', 'thrice']) expectOk(await api.create(events, { ...event, metadata: { name } }));
  expect(await compactEtcd(controlPlane)).toBeGreaterThan(Number(old));
  const exact = `${events}?resourceVersion=${old}&resourceVersionMatch=Exact`;
  expect((await client.ask({ path: exact })).status).toBe(410);
  const watch = await client.ask({ path: `${events}?watch=true&resourceVersion=${old}` });
  expect(JSON.parse(watch.lines[0]!)).toMatchObject({ type: 'ERROR', object: { code: 410 } });
});

test('an old version of pods is gone after compaction and a restart of the API server', async ({ controlPlane }) => {
  expect(controlPlane).toBeDefined(); // skipped where there is none
  const own = await startControlPlane({ components: [] });
  const { cert, key } = await own.keys.ca.server(['localhost'], ['127.0.0.1']);
  const proxy = await startFaultProxy({ upstream: own, cert, key });
  const { token } = await adminAccount(own.api, 'default');
  const client = new RawClient({ ...proxy, token });
  try {
    const pods = '/api/v1/pods';
    const { metadata } = JSON.parse((await client.ask({ path: pods })).body);
    const resume = `${pods}?watch=true&resourceVersion=${metadata.resourceVersion}`;
    const watch = await client.open(resume);
    expectOk(await own.api.create('/api/v1/namespaces', { metadata: { name: 'later' } }));
    await compactEtcd(own);
    own.process('kube-apiserver').signal('SIGKILL');
    await watch.over();
    expect(watch.how).toBe('ECONNRESET');
    await own.restart('kube-apiserver');
    const resumed = await client.ask({ path: resume });
    expect(JSON.parse(resumed.lines[0]!)).toMatchObject({ type: 'ERROR', object: { code: 410 } });
  } finally {
    client.close();
    await proxy.stop();
    await own.stop();
  }
});
