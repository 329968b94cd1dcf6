import { z } from 'zod';
import type { LeafMeta } from '#app/config/leaf.ts';
import { configSchema } from '#app/config/schema.ts';
import { isWritten, type Written } from '#app/config/written.ts';

/** One option of the configuration. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly key: string;
  /** As the file nests it: `load.thresholds.latency`. */
  readonly path: string;
  readonly schema: z.ZodType;
  readonly meta: LeafMeta;
  /** As the file would write it; absent where an option may be left out. */
  readonly fallback?: Written;
}

/** A mapping of options. The root has an empty path. */
export interface Branch {
  readonly kind: 'branch';
  readonly key: string;
  readonly path: string;
  readonly description: string;
  readonly children: readonly (Leaf | Branch)[];
}

function branchOf(key: string, path: string, schema: z.ZodObject): Branch {
  const children = Object.entries(schema.shape).map(([childKey, child]) => {
    const childPath = path === '' ? childKey : `${path}.${childKey}`;
    if (child instanceof z.ZodObject) return branchOf(childKey, childPath, child);
    if (child instanceof z.ZodType) return leafOf(childKey, childPath, child);
    throw new Error(`${childPath} is neither a section nor an option`);
  });
  return { kind: 'branch', key, path, description: schema.meta()?.description ?? '', children };
}

/** What is known of an option, or of a part of one. */
export function leafOf(key: string, path: string, schema: z.ZodType): Leaf {
  const meta = schema.meta();
  if (!isLeafMeta(meta)) throw new Error(`${path} was not made by leaf.ts: nothing is known about it`);
  const fallback = schema instanceof z.ZodPrefault ? schema.def.defaultValue : undefined;
  return { kind: 'leaf', key, path, schema, meta, ...(isWritten(fallback) ? { fallback } : {}) };
}

function isLeafMeta(meta: object | undefined): meta is LeafMeta {
  return meta !== undefined && ['description', 'kind', 'wanted'].every((key) => key in meta);
}

function leavesOf(branch: Branch): readonly Leaf[] {
  return branch.children.flatMap((child) => (child.kind === 'leaf' ? [child] : leavesOf(child)));
}

/** Every option as a tree, in the order it is shown to people. */
export const rootBranch: Branch = branchOf('', '', configSchema);

/** Every option, in the order it is shown to people. */
export const leaves: readonly Leaf[] = leavesOf(rootBranch);

/** Something for every option, nested as the options are; an entry may rename its option, or leave it out. */
export function treeOf(
  entry: (leaf: Leaf) => readonly [key: string, value: unknown] | undefined,
  branch: Branch = rootBranch,
): Readonly<Record<string, unknown>> {
  const entries = branch.children.map((child) => {
    return child.kind === 'leaf' ? entry(child) : ([child.key, treeOf(entry, child)] as const);
  });
  return Object.fromEntries(entries.filter((pair) => pair !== undefined));
}
