import { minutes, type Scene } from '../scene.ts';

/** It takes a while until everybody who must be moved was. */
const LEAST_MS = 6 * 3_600_000;

/** Longer than an hour's budget of moves holds anybody up, and a pass. */
const LULL_MS = 75 * 60_000;

/**
 * Under a load that never changes moves come to an end: once there was room for a move and none was made, none is in the last
 * third of a world. What had to wait is let through, for an owner rests after each of its moves, and what goes with it; but
 * no pod has waited a second time.
 */
export function comesToRest(scene: Scene): () => void {
  if (!scene.isSteady || scene.lastsMs < LEAST_MS) return () => {};
  const { world } = scene;
  const { startsAt } = world.spec;
  const owners = new Set<string>();
  /** Of the pods that were moved: who comes instead of one has its course. */
  const courses = new Set<number | undefined>();
  let last = startsAt;
  /** Moves without an hour of calm between them: none before the first such hour counts. */
  let spell: Spell | undefined;
  scene.onMove(({ pod, node, at, owner }) => {
    if (at - last > LULL_MS) {
      tellOf(spell, scene);
      spell = { late: [], isOfWhatWaited: false };
    }
    const course = world.book.courseOf(pod);
    if (owners.has(owner) && !courses.has(course) && spell !== undefined) spell.isOfWhatWaited = true;
    if (at - startsAt > (2 / 3) * scene.lastsMs)
      spell?.late.push({ at, what: `${pod.metadata.name} left ${node} ${minutes(at - startsAt)} into a steady world` });
    owners.add(owner);
    courses.add(course);
    last = at;
  });
  return () => tellOf(spell, scene);
}

interface Spell {
  readonly late: { readonly at: number; readonly what: string }[];
  isOfWhatWaited: boolean;
}

function tellOf(spell: Spell | undefined, scene: Scene): void {
  if (spell === undefined || spell.isOfWhatWaited) return;
  for (const { at, what } of spell.late) scene.tell('comes to rest', what, at);
}
