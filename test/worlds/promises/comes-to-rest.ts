import { minutes, type Scene } from '../scene.ts';

/** It takes a while until everybody who must be moved was. */
const LEAST_MS = 6 * 3_600_000;

/** Longer than an hour's budget of moves holds anybody up, and a pass. */
const LULL_MS = 75 * 60_000;

/** One relocation: an exchange is two pods, one after the other. */
const ONE = { moves: 2, withinMs: 15 * 60_000 };

/**
 * Under a load that never changes moves come to an end: once there was room for a move and none was made, hardly one is in the
 * last third of a world. What had to wait is let through, for an owner rests after each of its moves, and what goes with it;
 * but no pod has waited a second time. And a single relocation is: the price of moves falls for days as more is learnt, and
 * what was not quite worth it may come to be.
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
  const spells: Spell[] = [];
  scene.onMove(({ pod, node, at, owner }) => {
    if (at - last > LULL_MS) spells.push({ late: [], isOfWhatWaited: false });
    const spell = spells.at(-1);
    const course = world.book.courseOf(pod);
    if (owners.has(owner) && !courses.has(course) && spell !== undefined) spell.isOfWhatWaited = true;
    if (at - startsAt > (2 / 3) * scene.lastsMs)
      spell?.late.push({ at, what: `${pod.metadata.name} left ${node} ${minutes(at - startsAt)} into a steady world` });
    owners.add(owner);
    courses.add(course);
    last = at;
  });
  return () => {
    const late = spells.filter(({ isOfWhatWaited }) => !isOfWhatWaited).flatMap((spell) => spell.late);
    if (!isOneRelocation(late)) for (const { at, what } of late) scene.tell('comes to rest', what, at);
  };
}

interface Late {
  readonly at: number;
  readonly what: string;
}

interface Spell {
  readonly late: Late[];
  isOfWhatWaited: boolean;
}

const isOneRelocation = (late: readonly Late[]): boolean =>
  late.length <= ONE.moves && late.every(({ at }) => at - late[0]!.at <= ONE.withinMs);
