import { stringify } from 'yaml';
import type { Leaf } from '#app/config/leaves.ts';
import { treeOf } from '#app/config/leaves.ts';
import type { Setting } from '#app/config/read-config.ts';
import { installFault } from './faults.ts';

const HEAD = [
  '# What differs from the defaults: `plimsoll config --example` prints every option. Roles take changes as they come,',
  '# but for those that are read at start only.',
];

/**
 * A plimsoll.yaml of every option that somebody gave a value, or that goes with how we are installed: those by their path.
 * Throws where one of them is a secret.
 */
export function configText(settings: readonly Setting[], installed: Readonly<Record<string, string>>): string {
  const given = new Map<Leaf, Setting>(
    settings.flatMap((setting) => (setting.origin.kind === 'default' ? [] : [[setting.leaf, needOpen(setting)]])),
  );
  const tree = withoutEmpty(
    treeOf((leaf) => {
      const shown = given.get(leaf)?.shown ?? installed[leaf.path];
      return shown === undefined ? undefined : [leaf.key, shown];
    }),
  );
  return [...HEAD, tree === undefined ? '{}\n' : stringify(tree, { lineWidth: 0 })].join('\n');
}

/** A ConfigMap is no place for what is blotted out when it is shown. */
function needOpen(setting: Setting): Setting {
  const { leaf, value, shown } = setting;
  const isBlotted = leaf.meta.secret === true || (leaf.meta.kind === 'url' && value !== shown);
  if (isBlotted) throw installFault('install/secret', `writing ${leaf.path} into a ConfigMap: it may hold a secret`);
  return setting;
}

/** Sections in which nothing is given are left out. */
function withoutEmpty(tree: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const entries = Object.entries(tree).flatMap(([key, value]) => {
    const kept = isSection(value) ? withoutEmpty(value) : value;
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const isSection = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
