import type { Module } from './modules.ts';
import type { Rule, Violation } from './rule.ts';
import { noCircles, noCirclesOfFolders } from './rules/circles.ts';
import {
  importsOnlyBelow,
  knownRooms,
  portsTakeTypes,
  schedulingIsLowest,
  strangersStayStrangers,
} from './rules/floors.ts';
import {
  dashboardTakesTypes,
  noBanishedPackages,
  onlyTestsImportTests,
  pureFloorsTouchNothing,
} from './rules/outside.ts';
import { environmentOnlyInApp, pureFloorsArePure } from './rules/purity.ts';
import { foldersStaySmall } from './rules/size.ts';
import { importsCanBeRead, importsEndInTs, importsSayTheFloor } from './rules/spelling.ts';
import { modulesParse, noBarrels, noDrawers, noEmptyModules } from './rules/substance.ts';

/** All walls. */
export const rules: readonly Rule[] = [
  modulesParse,
  knownRooms,
  importsOnlyBelow,
  noCircles,
  noCirclesOfFolders,
  foldersStaySmall,
  portsTakeTypes,
  schedulingIsLowest,
  strangersStayStrangers,
  pureFloorsTouchNothing,
  pureFloorsArePure,
  environmentOnlyInApp,
  noBanishedPackages,
  onlyTestsImportTests,
  dashboardTakesTypes,
  importsEndInTs,
  importsSayTheFloor,
  importsCanBeRead,
  noDrawers,
  noBarrels,
  noEmptyModules,
];

/** Every wall walked through, by the rules' order; a thing said twice about one line is said once. */
export function violationsOf(modules: readonly Module[]): Violation[] {
  const violations = rules.flatMap((rule) => rule.look(modules));
  return [...new Map(violations.map((violation) => [spelled(violation), violation])).values()];
}

/** A violation the way editors and people find it. */
export function spelled({ file, line, rule, message }: Violation): string {
  return `${file}:${line} ${rule}: ${message}`;
}
