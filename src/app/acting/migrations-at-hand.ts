import { podMigrations } from '#actuators/migrate/migration-store.ts';
import type { PodMigration } from '#api/pod-migration.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import { Discovery } from '#kube/client/discovery.ts';
import type { AtNamespaced } from '#kube/client/resource.ts';
import { actingFault } from './faults.ts';

/** Throws where the cluster does not know PodMigrations. */
export async function needInstalledKinds({ client, clock, server }: OpenCluster): Promise<void> {
  const { group, version, plural } = podMigrations;
  const discovery = new Discovery(client, () => clock.now());
  if (await discovery.serves(group, version, plural)) return;
  throw actingFault('act/not-installed', `looking for ${plural}.${group} at ${server}: it is not served`);
}

/** One by its name. */
export async function needMigration({ client, signal }: OpenCluster, at: AtNamespaced): Promise<PodMigration> {
  const found = await client.find(podMigrations, at, { signal });
  if (found !== undefined) return found;
  throw actingFault('act/no-such-migration', `looking for PodMigration ${at.namespace}/${at.name}: there is none`);
}
