import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Traps that others fell into, 1 to 64, and cases of the casebook about moving pods. */
const TRAPS = 64;
const MOVING_CASES = 24;

/** What no part of us that stands yet can fall into, and what it waits for. */
const notYet: ReadonlyMap<number, string> = new Map([
  [57, 'the extender'],
  [58, 'the extender'],
  [59, 'the extender'],
  [60, 'the webhook'],
]);

/** Every text that gives a test its name: test files, and the titles of stories. */
const texts = globSync(['src/**/*.test.ts', 'test/**/*.ts', 'test/scenarios/*.txt'], { cwd: root })
  .filter((path) => !path.endsWith('traps.test.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'));

/** `trap 3`, `traps 2 and 11`, `trap 35, 36, 37`, `traps 22 to 24`. */
function trapsIn(text: string): readonly number[] {
  const lists = text.match(/\btraps? \d+(?:(?:, | and | to )\d+)*/gi) ?? [];
  return lists.flatMap((list) => {
    const numbers = (list.match(/\d+/g) ?? []).map(Number);
    const [from = 0, to = from] = numbers;
    return list.includes(' to ') ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : numbers;
  });
}

test('every trap has a test of its name, or waits for what could fall into it', () => {
  const held = new Set(texts.flatMap(trapsIn));
  const all = Array.from({ length: TRAPS }, (_, at) => at + 1);
  expect(all.filter((trap) => !held.has(trap) && !notYet.has(trap))).toEqual([]);
});

test('every case about moving pods has a test of its name', () => {
  const cases = Array.from({ length: MOVING_CASES }, (_, at) => `B-${String(at + 1).padStart(2, '0')}`);
  expect(cases.filter((name) => !texts.some((text) => text.includes(name)))).toEqual([]);
});
