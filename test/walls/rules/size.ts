import { posix } from 'node:path';
import { folderLimits } from '../house.ts';
import { isProduct, type Module } from '../modules.ts';
import type { Rule } from '../rule.ts';

/** A folder is taken in at a glance; one that grows beyond that gets inner rooms. Told at its last module. */
export const foldersStaySmall: Rule = {
  name: 'folders-stay-small',
  look(modules) {
    const byFolder = Map.groupBy(modules.filter(isProduct), ({ path }) => posix.dirname(path));
    return [...byFolder].flatMap(([folder, inside]) =>
      excesses(inside).map((excess) => ({
        rule: foldersStaySmall.name,
        file: inside.at(-1)!.path,
        line: 1,
        message: `${folder} has ${excess}: give it inner rooms, each one concept`,
      })),
    );
  },
};

function excesses(inside: readonly Module[]): readonly string[] {
  const has = { modules: inside.length, lines: inside.reduce((sum, { lines }) => sum + lines, 0) };
  return (['modules', 'lines'] as const)
    .filter((what) => has[what] > folderLimits[what])
    .map((what) => `${has[what]} ${what}, and a folder holds ${folderLimits[what]}`);
}
