import { isFinished } from '#api/pod-migration.ts';
import { isTerminating } from '#api/pod-standing.ts';
import { isActive, isReady } from '#simulation/world/objects/object-store.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';
import type { Scene } from '../scene.ts';

/** At the end every workload has as many pods as it wants, and where nothing is under way they are ready. */
export function replicasAsWished(scene: Scene): void {
  const { world } = scene;
  const { store } = world.core;
  const moving = new Set(
    [...store.list('PodMigration')].filter((one) => !isFinished(one)).map(({ status }) => status?.workload?.name),
  );
  const restless = new Set(
    world.spec.workloads
      .filter(({ life, autoscale }) => life.leakBytesPerHour > 0 || autoscale !== undefined)
      .map(({ life }) => life.name),
  );
  for (const kind of ['ReplicaSet', 'StatefulSet'] as const) {
    for (const { metadata, spec } of store.list(kind)) {
      const pods = store.podsOwnedBy(metadata.uid);
      const app = spec.template.metadata.labels['app'] ?? '';
      if (pods.some((pod) => isTerminating(pod)) || moving.has(app) || restless.has(app)) continue;
      const active = pods.filter((pod) => isActive(pod));
      const ready = active.filter((pod) => isReady(pod) || pod.spec.nodeName === undefined);
      // one at a time, in their order: who finds no room keeps the next from being made
      const isInOrder = kind === 'StatefulSet' && active.some((pod) => pod.spec.nodeName === undefined);
      if (active.length !== spec.replicas && !isInOrder)
        scene.tell(
          'replicas as wished',
          `${kind} ${keyOf(metadata)} wants ${spec.replicas} pods and has ${active.length}`,
        );
      else if (ready.length < active.length)
        scene.tell('replicas as wished', `${active.length - ready.length} pods of ${keyOf(metadata)} are not ready`);
    }
  }
}
