import type { World } from '../world.ts';

/** Whether a smaller world still shows what the big one showed. */
export type StillShows = (world: World) => Promise<boolean>;

/**
 * The smallest world found that still shows it, with one probe: first whole kinds of objects go, then halves, then
 * single ones, then every field that can. What `shows` says decides; nothing here knows what is looked for.
 */
export async function shrink(world: World, shows: StillShows): Promise<World> {
  let smallest = world;
  let before = '';
  for (let round = 0; round < 6 && before !== JSON.stringify(smallest); round++) {
    before = JSON.stringify(smallest);
    smallest = await withoutArgs(smallest, shows);
    for (const list of Object.keys(smallest.objects)) smallest = await thinOut(smallest, list, shows);
    smallest = await strip(smallest, ['objects'], shows);
    smallest = await strip(smallest, ['probes'], shows);
  }
  return smallest;
}

async function withoutArgs(world: World, shows: StillShows): Promise<World> {
  if (world.args === undefined) return world;
  const { args: _, ...rest } = world;
  return (await shows(rest)) ? rest : strip(world, ['args'], shows);
}

/** Drops items of one list: all of them, then ever smaller runs (ddmin). */
async function thinOut(world: World, list: string, shows: StillShows): Promise<World> {
  let current = world;
  const items = (): readonly unknown[] => Reflect.get(current.objects, list) ?? [];
  for (let run = items().length; run >= 1; run = Math.floor(run / 2)) {
    for (let at = 0; at < items().length;) {
      const left = items().toSpliced(at, run);
      const smaller = { ...current, objects: { ...current.objects, [list]: left } };
      if (await shows(smaller)) current = smaller;
      else at += run;
    }
  }
  return current;
}

type Path = readonly (string | number)[];

/** What nothing is without: an object that lost it is no object of Kubernetes any more. */
const kept = new Set(['metadata', 'name', 'uid', 'namespace', 'spec', 'containers', 'topologyKey', 'key', 'operator']);

/** Drops, one at a time and the biggest first, whatever below `from` can go. */
async function strip(world: World, from: Path, shows: StillShows): Promise<World> {
  let current = world;
  for (const path of pathsBelow(current, from)) {
    if (path.length <= from.length || valueAt(current, path) === undefined) continue;
    const smaller = without(current, path);
    if (await shows(smaller)) current = smaller;
  }
  return current;
}

/** Every removable place, parents before children; the last items of a list first, so that the others stay in place. */
function pathsBelow(value: unknown, from: Path): Path[] {
  const found: Path[] = [];
  const walk = (node: unknown, path: Path): void => {
    if (typeof node !== 'object' || node === null) return;
    const keys = Array.isArray(node) ? node.map((_, index) => index).toReversed() : Object.keys(node);
    for (const key of keys) {
      const below = [...path, key];
      if (!isKept(key, below)) found.push(below);
      walk(Reflect.get(node, key), below);
    }
  };
  walk(valueAt(value, from), from);
  return found;
}

/** Lists of objects are thinned out elsewhere; probes are one already. */
function isKept(key: string | number, path: Path): boolean {
  if (path.length <= 2) return true;
  return path[0] === 'objects' && path.length === 3 ? true : typeof key === 'string' && kept.has(key);
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce(
    (node: unknown, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    value,
  );

function without(world: World, path: Path): World {
  const copy = structuredClone(world);
  const parent = valueAt(copy, path.slice(0, -1));
  const last = path.at(-1)!;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(Object(parent), last);
  return copy;
}
