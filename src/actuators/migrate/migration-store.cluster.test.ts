import { expect, onTestFinished } from 'vitest';
import { KubeClient } from '#kube/client/kube-client.ts';
import { inShort, RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { migrationStoreContract, type MigrationStoreUnderTest } from '#test/contract/migration-store.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { installKinds } from '#test/control-plane/install-kinds.ts';
import { kubeMigrationStore, migrationStoreRights } from './migration-store.ts';

const asked = new RightsAsked();

const test = clusterTest.extend<{ subject: MigrationStoreUnderTest }>({
  subject: async ({ api, controlPlane, namespace }, use) => {
    await installKinds(api);
    const transport = connected(controlPlane, asked);
    onTestFinished(() => transport.close());
    await use({ store: kubeMigrationStore(new KubeClient(transport)), namespace });
  },
});

for (const [promise, keeps] of Object.entries(migrationStoreContract)) {
  test(`the store of a real API server: ${promise}`, async ({ subject }) => keeps(subject));
}

test('it asks for what its rights declare, and for all of it', () => {
  expect(asked.rules()).toEqual(inShort(migrationStoreRights));
});
