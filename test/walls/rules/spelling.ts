import { isProduct, isUnder } from '../modules.ts';
import { importRule, type Rule } from '../rule.ts';

/** Node runs the source as it is: a module is imported by the name of its file. */
export const importsEndInTs: Rule = importRule('imports-end-in-ts', isProduct, ({ target, specifier }) => {
  if (target.kind !== 'own' || /\.(ts|json)$/.test(specifier)) return undefined;
  return `${specifier} is no file: write the name with its .ts`;
});

/** An import that leaves its room says which floor it goes to. */
export const importsSayTheFloor: Rule = importRule(
  'imports-say-the-floor',
  isProduct,
  ({ target, specifier }, { room }) => {
    if (target.kind !== 'own' || specifier.startsWith('#') || target.room === room) return undefined;
    if (!isUnder('src', target.path)) return undefined; // not a floor: another rule's affair
    return `${specifier} climbs into another room: write #${target.path.slice('src/'.length)}`;
  },
);

/** A wall reads; it does not run. What is imported must be written down. */
export const importsCanBeRead: Rule = importRule('imports-can-be-read', isProduct, ({ target, specifier }) => {
  if (target.kind !== 'unreadable') return undefined;
  return `nobody can tell where ${specifier} leads: import a written-down #room/file.ts or a package`;
});
