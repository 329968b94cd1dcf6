import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bothWays } from './both-ways.ts';
import { KeptWorlds } from './kept-worlds.ts';

const world = await bothWays({ seed: 5, size: 'small' });

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'worlds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('whoever goes on finds whole pieces of the same code as they were, and nothing else', () => {
  const folder = aFolder();
  const kept = new KeptWorlds(folder, 'abc');
  for (let seed = 1; seed <= 70; seed++) kept.keep({ ...world, seed });
  const again = new KeptWorlds(folder, 'abc');
  expect(again.worldOf(50)).toEqual({ ...world, seed: 50 });
  expect(again.worldOf(51)).toBeUndefined();
  kept.write();
  expect(new KeptWorlds(folder, 'abc').worldOf(70)).toEqual({ ...world, seed: 70 });
  expect(new KeptWorlds(folder, 'abd').worldOf(50)).toBeUndefined();
});
