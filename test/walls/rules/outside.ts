import { banishedPackages, dashboard, isRoom, packagesOf } from '../house.ts';
import { isProduct, isTestPath, isUnder } from '../modules.ts';
import { importRule, type Rule } from '../rule.ts';

/** Pure floors and ports import no npm package (but zod in api) and nothing of Node, not even types. */
export const pureFloorsTouchNothing: Rule = importRule(
  'pure-floors-touch-nothing',
  isProduct,
  ({ target }, { room }) => {
    if (target.kind !== 'package' && target.kind !== 'node') return undefined;
    const allowed = isRoom(room) ? packagesOf[room] : undefined;
    if (allowed === undefined || (target.kind === 'package' && allowed.includes(target.name))) return undefined;
    const may = allowed.length === 0 ? 'imports no package' : `may import no package but ${allowed.join(', ')}`;
    return `${room} ${may}; ${target.name} belongs in an edge, behind a port`;
  },
);

/** Some packages are nobody's to import, tests included. */
export const noBanishedPackages: Rule = importRule(
  'no-banished-packages',
  (module) => isUnder('src', module.path),
  ({ target }) => {
    const instead = target.kind === 'package' ? banishedPackages[target.name] : undefined;
    return instead === undefined ? undefined : `${instead}: do without this package`;
  },
);

/** What ships never leans on what tests it. */
export const onlyTestsImportTests: Rule = importRule('only-tests-import-tests', isProduct, ({ target }) => {
  if (target.kind !== 'own') return undefined;
  if (!isTestPath(target.path) && !isUnder('test', target.path)) return undefined;
  return `only tests may import ${target.path}: what the product needs belongs in src/`;
});

/** The browser takes types, so that a renamed field breaks its build and not its users. */
export const dashboardTakesTypes: Rule = importRule(
  'dashboard-takes-types-only',
  (module) => isUnder(dashboard.folder, module.path) && !module.isTest,
  ({ target, typeOnly, specifier }) => {
    if (target.kind !== 'own' || isUnder(dashboard.folder, target.path)) return undefined;
    const sources = dashboard.mayTakeTypesFrom;
    if (sources.some((room) => room === target.room) && typeOnly) return undefined;
    const where = sources.map((room) => `src/${room}`).join(' and ');
    return `dashboard may import only types, and only from ${where}: not ${specifier}; write \`import type\``;
  },
);
