import { expect, type TestAPI } from 'vitest';
import { type ClusterFixtures, clusterTest } from '../../control-plane/cluster-test.ts';
import { type AdminAccount, adminAccount } from '../fault-proxy/service-account-token.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy/start-fault-proxy.ts';
import { type FollowedShop, followShop, type FollowOptions } from './follow-shop.ts';

export interface SurvivalFixtures {
  readonly account: AdminAccount;
  readonly proxy: FaultProxy;
  readonly follow: (options?: Pick<FollowOptions, 'options' | 'start' | 'shop' | 'goods'>) => Promise<FollowedShop>;
  /** The test fails for what nobody caught while it ran. */
  readonly nothingUncaught: void;
}

/** `test` with a client that follows objects of the shared control plane through a proxy of its own. */
export const survivalTest: TestAPI<ClusterFixtures & SurvivalFixtures> = clusterTest.extend<SurvivalFixtures>({
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
  follow: async ({ api, namespace, proxy, account: { token } }, use) => {
    const all: FollowedShop[] = [];
    await use(async (options = {}) => {
      const followed = await followShop({ ...options, api, namespace, proxy, token });
      all.push(followed);
      return followed;
    });
    await Promise.all(all.map((followed) => followed.stop()));
  },
  nothingUncaught: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture that needs none
    async ({}, use) => {
      const uncaught: unknown[] = [];
      const note = (thrown: unknown): void => void uncaught.push(thrown);
      process.on('unhandledRejection', note).on('uncaughtException', note);
      await use();
      process.off('unhandledRejection', note).off('uncaughtException', note);
      expect(uncaught).toEqual([]);
    },
    { auto: true },
  ],
});
