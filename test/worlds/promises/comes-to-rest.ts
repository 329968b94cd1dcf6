import { minutes, type Scene } from '../scene.ts';

/** It takes a while until everybody who must be moved was. */
const LEAST_MS = 6 * 3_600_000;

/** Longer than an hour's budget of moves holds anybody up, and a pass. */
const LULL_MS = 75 * 60_000;

/**
 * Under a load that never changes moves come to an end: once there was room for a move and none was made, none is in the last
 * third of a world. What had to wait is let through, for an owner rests after each of its moves; but no pod a second time.
 */
export function comesToRest(scene: Scene): void {
  if (!scene.isSteady || scene.lastsMs < LEAST_MS) return;
  const { world } = scene;
  const { startsAt } = world.spec;
  const owners = new Set<string>();
  /** Of the pods that were moved: who comes instead of one has its course. */
  const courses = new Set<number | undefined>();
  let last = startsAt;
  let hasRested = false;
  scene.onMove(({ pod, node, at, owner }) => {
    hasRested ||= at - last > LULL_MS;
    const course = world.book.courseOf(pod);
    const hadToWait = owners.has(owner) && !courses.has(course);
    const isLate = at - startsAt > (2 / 3) * scene.lastsMs;
    if (isLate && hasRested && !hadToWait)
      scene.tell('comes to rest', `${pod.metadata.name} left ${node} ${minutes(at - startsAt)} into a steady world`);
    owners.add(owner);
    courses.add(course);
    last = at;
  });
}
