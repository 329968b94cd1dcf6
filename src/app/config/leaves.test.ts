import { expect, test } from 'vitest';
import { type Branch, type Leaf, leaves, rootBranch } from '#app/config/leaves.ts';

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

function branches(branch: Branch): readonly Branch[] {
  const below = branch.children.filter((child) => child.kind === 'branch');
  return [branch, ...below.flatMap(branches)];
}

const ofEveryLeaf: readonly { readonly name: string; readonly holds: (leaf: Leaf) => boolean }[] = [
  { name: 'every option is described in one sentence', holds: ({ meta }) => /^\S.*[^.]\.$/.test(meta.description) },
  {
    name: 'every flag is lower-case words with dashes',
    holds: ({ meta }) => /^[a-z]+(-[a-z]+)*$/.test(meta.flag ?? 'none'),
  },
  { name: 'every key is camelCase', holds: ({ key }) => /^[a-z][A-Za-z]*$/.test(key) },
  { name: 'every default is taken by its own option', holds: (leaf) => leaf.schema.safeParse(leaf.fallback).success },
  {
    name: 'every option without a default shows an example it would take',
    holds: ({ fallback, meta, schema }) => fallback !== undefined || schema.safeParse(meta.example).success,
  },
];
for (const { name, holds } of ofEveryLeaf) {
  test(name, () => expect(leaves.filter((leaf) => !holds(leaf)).map(({ path }) => path)).toEqual([]));
}

test('every section says what it is for', () => {
  const silent = branches(rootBranch).filter(({ description }) => !/^\S.*\.$/.test(description));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test('no two options share a flag or a variable', () => {
  expect(repeated(leaves.flatMap(({ meta }) => meta.flag ?? []))).toEqual([]);
  expect(repeated(leaves.flatMap(({ meta }) => meta.environment ?? []))).toEqual([]);
});
