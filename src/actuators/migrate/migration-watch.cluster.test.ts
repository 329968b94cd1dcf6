import { expect, onTestFinished } from 'vitest';
import { KubeClient } from '#kube/client/kube-client.ts';
import { RightsAsked } from '#kube/client/rights.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { migrationSourceContract, type MigrationSourceUnderTest } from '#test/contract/migration-source.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { installKinds } from '#test/control-plane/install-kinds.ts';
import { kubeMigrationStore } from './migration-store.ts';
import { MigrationWatch, migrationWatchRights } from './migration-watch.ts';

const asked = new RightsAsked();

const test = clusterTest.extend<{ subject: MigrationSourceUnderTest }>({
  subject: async ({ api, controlPlane, namespace }, use) => {
    await installKinds(api);
    const transport = connected(controlPlane, asked);
    const writing = connected(controlPlane);
    onTestFinished(async () => {
      await transport.close();
      await writing.close();
    });
    await use({
      source: new MigrationWatch({ transport }),
      store: kubeMigrationStore(new KubeClient(writing)),
      namespace,
    });
  },
});

for (const [promise, keeps] of Object.entries(migrationSourceContract)) {
  test(`the watch of a real API server: ${promise}`, async ({ subject }) => keeps(subject));
}

test('it asks for nothing that its rights do not declare', () => {
  const [declared, ...others] = asked.rules();
  expect(others).toEqual([]);
  expect(declared).toMatchObject({ resources: ['podmigrations'] });
  const verbs = migrationWatchRights.flatMap((rule) => rule.verbs);
  expect(verbs).toEqual(expect.arrayContaining([...declared!.verbs]));
});
