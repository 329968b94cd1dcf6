import { rootOf } from '../global-uses.ts';
import { environmentNames, isRoom, offPureFloors, pureFloors } from '../house.ts';
import { isProduct, type Module } from '../modules.ts';
import { type Complaint, moduleRule, type Rule } from '../rule.ts';

/** No clock, no chance, no waiting, no world on a pure floor: the same input gives the same decision. */
export const pureFloorsArePure: Rule = moduleRule(
  'pure-floors-are-pure',
  (module) => isProduct(module) && isPure(module),
  ({ room, uses }) =>
    uses.flatMap(({ name, line }) => {
      const instead = offPureFloors[name] ?? offPureFloors[rootOf(name)];
      return instead === undefined ? [] : [{ line, message: `${room} is a pure floor, without ${name}: ${instead}` }];
    }),
);

/** Only `app/` reads the environment and the command line; everybody else is told. */
export const environmentOnlyInApp: Rule = moduleRule(
  'environment-only-in-app',
  (module) => isProduct(module) && module.room !== 'app' && !isPure(module), // a pure floor has no process at all
  (module) => [...usesOfEnvironment(module), ...importsOfEnvironment(module)],
);

function usesOfEnvironment({ uses }: Module): Complaint[] {
  return uses.flatMap(({ name, line }) => {
    if (rootOf(name) !== 'process') return [];
    // `process` alone is handed on whole, and with it the environment
    if (name !== 'process' && !environmentNames.has(name.slice('process.'.length))) return [];
    return [{ line, message: told(name) }];
  });
}

function importsOfEnvironment({ imports }: Module): Complaint[] {
  return imports.flatMap(({ target, typeOnly, names, line }) => {
    if (target.kind !== 'node' || target.name !== 'process' || typeOnly) return [];
    const taken = names.filter((name) => environmentNames.has(name) || name === '*' || name === 'default');
    return taken.map((name) => ({ line, message: told(`${name} of node:process`) }));
  });
}

function told(name: string): string {
  return `only app/ may use ${name}: take what you need as an option, and let app/config read it`;
}

function isPure({ room }: Module): boolean {
  return isRoom(room) && pureFloors.has(room);
}
