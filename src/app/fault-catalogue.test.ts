import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultCatalogue, roomCatalogues } from '#app/fault-catalogue.ts';

const src = join(import.meta.dirname, '..');
const catalogues = globSync('**/faults.ts', { cwd: src });
const sources = globSync('**/*.ts', { cwd: src }).filter((file) => !/\.test\.ts$|(^|\/)faults\.ts$/.test(file));
const sourceText = sources.map((file) => readFileSync(join(src, file), 'utf8')).join('\n');
const codes = Object.keys(faultCatalogue);

test('every declared code is thrown somewhere', () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(codes.filter((code) => !sourceText.includes(`'${code}'`))).toEqual([]);
});

test('every room with a catalogue has added it to fault-catalogue.ts', () => {
  const collector = readFileSync(join(src, 'app/fault-catalogue.ts'), 'utf8');
  expect(catalogues.filter((file) => !collector.includes(`'#${file}'`))).toEqual([]);
});

test('no code is declared by two rooms', () => {
  const declared = roomCatalogues.flatMap((catalogue) => Object.keys(catalogue));
  expect(declared.toSorted()).toEqual(codes.toSorted());
});

test('every code is room/problem, its meaning a sentence, its remedy something to do', () => {
  const odd = Object.entries(faultCatalogue).filter(([code, { means, remedy }]) => {
    return !/^[a-z]+(\/[a-z]+(-[a-z]+)*)$/.test(code) || !/^[A-Z].*\.$/.test(means) || !/^[a-z].*[^.]$/.test(remedy);
  });
  expect(odd).toEqual([]);
});
