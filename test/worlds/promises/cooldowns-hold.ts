import { memoryDefaults } from '#decisions/rescheduling/migration/memory-of-moves.ts';
import { minutes, type Scene } from '../scene.ts';

/** Nobody is moved twice inside its cooldown, which doubles with each move, and no pod is moved twice at all. */
export function cooldownsHold(scene: Scene): void {
  const { cooldownMs, longestCooldownMs, windowMs } = memoryDefaults;
  const movedAt = new Map<string, number[]>();
  const moved = new Set<string>();
  scene.onMove(({ owner, pod, at }) => {
    const { uid, name } = pod.metadata;
    if (moved.has(uid)) scene.tell('moved once', `${name} was told to go twice`);
    moved.add(uid);
    const before = (movedAt.get(owner) ?? []).filter((instant) => at - instant < windowMs);
    movedAt.set(owner, [...before, at]);
    const last = before.at(-1);
    if (last === undefined) return;
    // it counts from the end of a move, which is later still
    const cooldown = Math.min(longestCooldownMs, cooldownMs * 2 ** (before.length - 1));
    if (at - last < cooldown)
      scene.tell('cooldowns hold', `${name} went ${minutes(at - last)} after its owner's move ${before.length}`);
  });
}
