import { minutes, type Scene } from '../scene.ts';

/** It takes a while until everybody who must be moved was: budgets allow five an hour. */
const LEAST_MS = 6 * 3_600_000;

/** Under a load that never changes moves come to an end: none in the last third of a world. */
export function comesToRest(scene: Scene): void {
  if (!scene.isSteady || scene.lastsMs < LEAST_MS) return;
  scene.onMove(({ pod, node, at }) => {
    const since = at - scene.world.spec.startsAt;
    if (since > (2 / 3) * scene.lastsMs)
      scene.tell('comes to rest', `${pod.metadata.name} left ${node} ${minutes(since)} into a steady world`);
  });
}
