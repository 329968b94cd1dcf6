import { isRoom, lowest, mayImport, rooms, strangers, typesOnlyRooms } from '../house.ts';
import { isProduct, isUnder } from '../modules.ts';
import { importRule, moduleRule, type Rule } from '../rule.ts';

/** Every folder of `src/` is a room of the table, and every module stands in one. */
export const knownRooms: Rule = moduleRule(
  'known-rooms',
  (module) => isUnder('src', module.path) && !isRoom(module.room),
  (module) => {
    const place = module.room === undefined ? 'directly in src/' : `in src/${module.room}/`;
    return [{ line: 1, message: `${place} there is no room; the rooms are ${rooms.join(', ')}` }];
  },
);

/** A room imports the rooms its row of the table names, and nothing else of this repository. */
export const importsOnlyBelow: Rule = importRule('imports-only-below', isProduct, ({ target, specifier }, { room }) => {
  if (target.kind !== 'own' || isUnder('test', target.path)) return undefined; // tests have their own rule
  if (!isRoom(room) || room === 'app' || target.room === room) return undefined;
  const allowed = mayImport[room];
  if (isRoom(target.room) && allowed.includes(target.room)) return undefined;
  const may = allowed.length === 0 ? 'imports no other room' : `may import only ${allowed.join(', ')}`;
  return `${room} ${may}; ${specifier} is ${isRoom(target.room) ? `in ${target.room}` : 'in no room'}`;
});

/** Ports are interfaces: what they import is gone once types are stripped. */
export const portsTakeTypes: Rule = importRule('ports-take-types-only', isProduct, (taken, { room }) => {
  if (!isRoom(room) || !typesOnlyRooms.has(room)) return undefined;
  if (taken.typeOnly || taken.target.kind !== 'own' || !isRoom(taken.target.room)) return undefined;
  if (!mayImport[room].includes(taken.target.room)) return undefined; // it may not import that room at all
  return `${room} may take only types of other rooms: write \`import type { … } from '${taken.specifier}'\``;
});

/** Whoever moves or analyses pods asks scheduling; scheduling asks nobody. */
export const schedulingIsLowest: Rule = importRule(
  'scheduling-is-the-lowest-decision',
  (module) => isProduct(module) && isUnder(lowest.folder, module.path),
  ({ target }) => {
    const above = target.kind === 'own' && lowest.above.find((folder) => isUnder(folder, target.path));
    if (above === false || above === undefined) return undefined;
    return `${lowest.folder} may not import ${above}: what both need belongs in scheduling, or below decisions`;
  },
);

/** Plugins, checks, sources and commands are added and taken away one by one: none knows another. */
export const strangersStayStrangers: Rule = importRule(
  'strangers-stay-strangers',
  isProduct,
  ({ target }, { path }) => {
    if (target.kind !== 'own') return undefined;
    for (const [folder, common] of Object.entries(strangers)) {
      const [here, there] = [entryOf(folder, path), entryOf(folder, target.path)];
      if (here === undefined || there === undefined || here === there) continue;
      return `${here} and ${there} in ${folder} are strangers: what both need belongs in ${common}`;
    }
    return undefined;
  },
);

/** `prometheus` for both `sources/prometheus.ts` and `sources/prometheus/query.ts`. */
function entryOf(folder: string, path: string): string | undefined {
  return isUnder(folder, path) ? /^[^/.]+/.exec(path.slice(folder.length + 1))?.[0] : undefined;
}
