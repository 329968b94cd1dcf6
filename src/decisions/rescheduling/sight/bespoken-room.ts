import type { Size } from '#api/node-size.ts';
import { isFinished, type PodMigration } from '#api/pod-migration.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { hasBegun } from '#decisions/rescheduling/guards/gate-of-ours.ts';
import type { LoadView } from '#load/load-view.ts';
import { headedFor } from '#decisions/rescheduling/migration/headed-for.ts';
import type { MigrationSight } from './migration-sight.ts';

/** Use that is on its way to nodes and is not measured there yet, by name: what pods of moves that have begun will bring. */
export function bespokenRoom(
  migrations: readonly PodMigration[],
  { cluster, load }: Pick<MigrationSight, 'cluster' | 'load'>,
): ReadonlyMap<string, Size> {
  const room = new Map<string, Size>();
  for (const migration of migrations) {
    const coming = isFinished(migration) || !hasBegun(migration) ? undefined : comingPod(migration);
    const node = migration.status?.landedNode ?? headedFor(migration);
    const pod = coming === undefined ? undefined : cluster.pod(`${migration.metadata.namespace}/${coming.name}`);
    if (node === undefined || pod === undefined || pod.uid !== coming?.uid) continue;
    // once it is measured itself, its node's measure tells of it too
    if (coming.isThere && isMeasured(pod, load)) continue;
    room.set(node, sum(needsOf(pod, load), room.get(node)));
  }
  return room;
}

/** Until a pod was told to go it stands for what comes instead. */
function comingPod({
  spec,
  status,
}: PodMigration): (PodMigration['spec']['podRef'] & { isThere: boolean }) | undefined {
  if (status?.toldToGoAt === undefined) return { ...spec.podRef, isThere: false };
  return status.replacement === undefined ? undefined : { ...status.replacement, isThere: true };
}

const isMeasured = (pod: PlacedPod, load: LoadView): boolean => load.pod(pod).cpuCores.kind === 'known';

/** What a pod uses; where that is not known, what it asks for. */
export function needsOf(pod: PlacedPod, load: LoadView): Size {
  const { cpuCores, memoryBytes } = load.pod(pod);
  const [cpuMilli, bytes] = pod.usage.amounts;
  return {
    cpuCores: cpuCores.kind === 'known' ? cpuCores.value : cpuMilli! / 1000,
    memoryBytes: memoryBytes.kind === 'known' ? memoryBytes.value : bytes!,
  };
}

export function sum(one: Size, other: Size = NOTHING): Size {
  return { cpuCores: one.cpuCores + other.cpuCores, memoryBytes: one.memoryBytes + other.memoryBytes };
}

const NOTHING: Size = { cpuCores: 0, memoryBytes: 0 };
