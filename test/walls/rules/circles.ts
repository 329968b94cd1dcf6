import { type Import, isProduct, type Module } from '../modules.ts';
import type { Rule, Violation } from '../rule.ts';

const BELOW_BOTH = 'move what both ends need into a module below both';

/** No module needs itself, however long the way around; types count, for a reader has to follow them too. */
export const noCircles: Rule = {
  name: 'no-circles',
  look(modules) {
    const byPath = new Map(modules.map((module) => [module.path, module]));
    const arrowsFrom = (path: string): readonly Arrow[] =>
      byPath.get(path)!.imports.flatMap((taken) => {
        const { target } = taken;
        return target.kind === 'own' && byPath.has(target.path) ? [{ to: target.path, file: path, taken }] : [];
      });
    return circlesIn([...byPath.keys()], arrowsFrom).map((circle) => violation('no-circles', circle));
  },
};

/** Nor does a folder inside a room: it lies above what it imports, whether that is a folder or a file beside it. */
export const noCirclesOfFolders: Rule = {
  name: 'no-circles-of-folders',
  look(modules) {
    const arrows = Map.groupBy(modules.filter(isProduct).flatMap(arrowsBetweenPlaces), ({ from }) => from);
    return circlesIn([...arrows.keys()], (place) => arrows.get(place) ?? [])
      .filter(({ way }) => way.some((place) => !place.endsWith('.ts')))
      .map((circle) => violation('no-circles-of-folders', circle));
  },
};

interface Arrow {
  readonly to: string;
  /** Where it is written: a module, and its import. */
  readonly file: string;
  readonly taken: Import;
}

/** An import as an arrow between two neighbours: where both paths part. Rooms themselves have floors. */
function arrowsBetweenPlaces({ path, imports }: Module): readonly (Arrow & { readonly from: string })[] {
  const parts = path.split('/');
  return imports.flatMap((taken) => {
    if (taken.target.kind !== 'own') return [];
    const others = taken.target.path.split('/');
    const fork = parts.findIndex((part, i) => part !== others[i]);
    if (fork < 2) return [];
    const [from, to] = [parts, others].map((each) => each.slice(0, fork + 1).join('/'));
    return [{ from: from!, to: to!, file: path, taken }];
  });
}

interface Circle {
  readonly way: readonly string[];
  /** From the last of them to the first. */
  readonly closing: Arrow;
}

function circlesIn(places: readonly string[], arrowsFrom: (place: string) => readonly Arrow[]): readonly Circle[] {
  const done = new Set<string>();
  const way: string[] = [];
  const circles: Circle[] = [];
  const follow = (place: string): void => {
    way.push(place);
    for (const arrow of arrowsFrom(place)) {
      if (done.has(arrow.to)) continue;
      if (way.includes(arrow.to)) circles.push({ way: way.slice(way.indexOf(arrow.to)), closing: arrow });
      else follow(arrow.to);
    }
    way.pop();
    done.add(place);
  };
  for (const place of places) if (!done.has(place)) follow(place);
  return circles;
}

/** It stands where the circle closes. */
function violation(rule: string, { way, closing: { file, taken } }: Circle): Violation {
  return { rule, file, line: taken.line, message: `${[...way, way[0]!].join(' → ')}: ${BELOW_BOTH}` };
}
