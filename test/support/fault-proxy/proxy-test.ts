import { test, type TestAPI } from 'vitest';
import { RawClient } from './raw-client.ts';
import { type FaultProxy, startFaultProxy } from './start-fault-proxy.ts';
import { startStubUpstream, stubKeys, type StubUpstream } from './stub-upstream.ts';

export interface ProxyFixtures {
  readonly upstream: StubUpstream;
  readonly proxy: FaultProxy;
  readonly client: RawClient;
}

const keys = await stubKeys(); // one pair does for all

/** `test` with a proxy of its own before a little server, and a client. */
export const proxyTest: TestAPI<ProxyFixtures> = test.extend<ProxyFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads a fixture's dependencies from the pattern
  upstream: async ({}, use) => {
    const upstream = await startStubUpstream(keys);
    await use(upstream);
    await upstream.stop();
  },
  proxy: async ({ upstream }, use) => {
    const proxy = await startFaultProxy({ ...keys, upstream });
    await use(proxy);
    await proxy.stop();
  },
  client: async ({ proxy }, use) => {
    const client = new RawClient(proxy);
    await use(client);
    client.close();
  },
});
