import type { PodMigration } from '#api/pod-migration.ts';
import { podPastDefaults } from '#decisions/rescheduling/guards/pod-past.ts';
import { minutes, type Scene } from '../scene.ts';

/** A pod that came instead of one that we moved stays for a while, and is not sent to where that one was. */
export function podsRest(scene: Scene): void {
  const { store } = scene.world.core;
  const { podRestMs, noReturnMs } = podPastDefaults;
  const wentAt = new Map<string, number>();
  const moveThatBrought = (uid: string): PodMigration | undefined =>
    [...store.list('PodMigration')].find(({ status }) => status?.replacement?.uid === uid);
  scene.onMove(({ pod, node, at }) => {
    const { uid, name } = pod.metadata;
    wentAt.set(uid, at);
    const before = moveThatBrought(uid);
    const since = at - (wentAt.get(before?.spec.podRef.uid ?? '') ?? -Infinity);
    if (since < podRestMs)
      scene.tell('pods rest', `${name} left ${node} ${minutes(since)} after it came instead of another`);
    const target = [...store.list('PodMigration')].find(({ spec }) => spec.podRef.uid === uid)?.spec.targetNode;
    const wasThere = before?.status?.sourceNode === target && target !== undefined;
    if (wasThere && since < noReturnMs) scene.tell('pods rest', `${name} was sent back to ${target}`);
  });
}
