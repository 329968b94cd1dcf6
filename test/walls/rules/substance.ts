import { drawerNames, entryPoints } from '../house.ts';
import { isProduct, isUnder } from '../modules.ts';
import { moduleRule, type Rule } from '../rule.ts';

/** What cannot be read cannot be judged. */
export const modulesParse: Rule = moduleRule(
  'modules-parse',
  (module) => module.broken !== undefined,
  ({ broken }) => (broken === undefined ? [] : [{ line: broken.line, message: `no module: ${broken.why}` }]),
);

/** A name must say what is inside; what fits nowhere has not been thought through. */
export const noDrawers: Rule = moduleRule(
  'no-drawers',
  (module) => isUnder('src', module.path),
  ({ path }) => {
    const names = path.split('/').map((part) => part.replace(/\..*$/, ''));
    const drawer = names.find((name) => drawerNames.has(name.slice(name.lastIndexOf('-') + 1)));
    if (drawer === undefined) return [];
    return [{ line: 1, message: `"${drawer}" is a drawer of odds and ends: name it for the one concept inside` }];
  },
);

/** Importers name the module they mean, not a counter that hands out others' goods. */
export const noBarrels: Rule = moduleRule(
  'no-barrels',
  (module) => isUnder('src', module.path),
  ({ path, exports }) => {
    if (!/\/index\.\w+$/.test(path) && exports !== 'borrowed') return [];
    return [{ line: 1, message: 'this is a barrel: import each module by its own name, and delete this one' }];
  },
);

/** A module gives something, or it is not there yet. */
export const noEmptyModules: Rule = moduleRule(
  'no-empty-modules',
  (module) => isProduct(module) && module.exports === 'nothing' && module.broken === undefined,
  ({ path }) =>
    entryPoints.has(path) ? [] : [{ line: 1, message: 'it exports nothing: write it when something needs it' }],
);
