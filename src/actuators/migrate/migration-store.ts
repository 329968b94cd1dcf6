import { type PodMigration, podMigrationSchema } from '#api/pod-migration.ts';
import { GROUP, VERSION } from '#api/definition/custom-kind.ts';
import { podMigrationKind } from '#api/definition/pod-migration-kind.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { Resource } from '#kube/client/resource.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { updateStatus, updateStatusRight } from '#kube/client/status.ts';
import { kubeFault } from '#kube/faults.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { MigrationStore, Written } from '#ports/migration-store.ts';

export const podMigrations: Resource<PodMigration> = {
  group: GROUP,
  version: VERSION,
  plural: podMigrationKind.plural,
  kind: podMigrationKind.kind,
  namespaced: true,
  strict: true,
  decode: migrationIn,
};

export const migrationStoreRights: readonly PolicyRule[] = [
  rightOf(podMigrations, 'list'),
  rightOf(podMigrations, 'create'),
  rightOf(podMigrations, 'delete'),
  updateStatusRight(podMigrations),
];

/** Keeps migrations as PodMigrations on the API server. */
export function kubeMigrationStore(client: KubeClient): MigrationStore {
  return {
    async list(signal) {
      const found: PodMigration[] = [];
      for await (const { items } of client.list(podMigrations, { signal })) found.push(...items);
      return found;
    },
    create: ({ namespace, name, spec }, signal) =>
      written(() => client.create(podMigrations, { metadata: { namespace, name }, spec }, { signal })),
    writeStatus({ metadata, spec, status }, signal) {
      const { namespace, name, uid, resourceVersion } = metadata;
      const object = { metadata: { namespace, name, uid, resourceVersion }, spec, status: status ?? {} };
      return written(() => updateStatus(client, podMigrations, object, { signal }));
    },
    async remove({ metadata }, signal) {
      const { uid } = metadata;
      try {
        await client.delete(podMigrations, metadata, { signal, preconditions: { uid } });
      } catch (thrown) {
        if (!isOf(thrown, 'kube/not-found') && !isOf(thrown, 'kube/conflict')) throw thrown; // that one is gone
      }
    },
  };
}

async function written(write: () => Promise<PodMigration>): Promise<Written> {
  try {
    return { kind: 'written', migration: await write() };
  } catch (thrown) {
    if (isOf(thrown, 'kube/conflict')) return { kind: 'conflict' };
    if (isOf(thrown, 'kube/not-found')) return { kind: 'gone' };
    throw thrown;
  }
}

const isOf = (thrown: unknown, code: KubeFault['code']): boolean => thrown instanceof KubeFault && thrown.code === code;

/** Throws `kube/malformed` where it is none that we can read. */
export function migrationIn(value: unknown): PodMigration {
  const read = podMigrationSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw kubeFault('kube/malformed', `reading a PodMigration: ${issue!.path.join('.')}: ${issue!.message}`);
}
