import type { Import, Module } from '../modules.ts';
import type { Rule, Violation } from '../rule.ts';

/** No module needs itself, however long the way around; types count, for a reader has to follow them too. */
export const noCircles: Rule = { name: 'no-circles', look: circlesIn };

function circlesIn(modules: readonly Module[]): Violation[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<Module>();
  const way: Module[] = [];
  const violations: Violation[] = [];
  const follow = (module: Module): void => {
    way.push(module);
    for (const taken of module.imports) {
      const next = taken.target.kind === 'own' ? byPath.get(taken.target.path) : undefined;
      if (next === undefined || done.has(next)) continue;
      if (way.includes(next)) violations.push(circle(way.slice(way.indexOf(next)), taken));
      else follow(next);
    }
    way.pop();
    done.add(module);
  };
  for (const module of modules) if (!done.has(module)) follow(module);
  return violations;
}

/** The violation stands where the circle closes: at the last module's import of the first. */
function circle(way: readonly Module[], closing: Import): Violation {
  const paths = [...way, way[0]!].map((module) => module.path);
  return {
    rule: noCircles.name,
    file: way.at(-1)!.path,
    line: closing.line,
    message: `${paths.join(' → ')}: move what both ends need into a module below both`,
  };
}
