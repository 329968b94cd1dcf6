import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './fixtures/temporary-folder.ts';
import { expect, test } from 'vitest';
import type { Rotating } from './rotating.ts';
import { rotating } from './rotating.ts';

/** A file that rotates, a count of how often it was taken up anew, and what was told of it. */
async function aRotation(): Promise<{
  file: string;
  read: Rotating<{ text: string }>;
  kept: string[];
  made: () => number;
}> {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, 'one');
  const kept: string[] = [];
  let made = 0;
  const make = ([text = '']: readonly string[]): { text: string } => {
    made += 1;
    if (text === 'half') throw new Error('half-written');
    return { text };
  };
  const observer = { fileKept: (_: string, why: Error) => kept.push(why.message) };
  return {
    file,
    kept,
    made: () => made,
    read: rotating([{ kind: 'file', file }], make, { readAgainAfterMs: 60_000, observer }),
  };
}

test('a file is not read again before its time', async () => {
  const { file, read } = await aRotation();
  const first = await read.read(0);
  await writeFile(file, 'two');
  expect(await read.read(59_999)).toBe(first);
  expect(await read.read(60_000)).toEqual({ text: 'two' });
});

test('what is distrusted is read again at once', async () => {
  const { file, read } = await aRotation();
  await read.read(0);
  await writeFile(file, 'two');
  read.distrust();
  expect(await read.read(1)).toEqual({ text: 'two' });
});

test('the same text is the same object', async () => {
  const { read, made } = await aRotation();
  expect(await read.read(60_000)).toBe(await read.read(0));
  expect(await read.read(120_000)).toBe(await read.read(180_000));
  expect(made()).toBe(1);
});

test('a file that is gone or half-written does not replace what worked, and that is told', async () => {
  const { file, read, kept } = await aRotation();
  await read.read(0);
  await writeFile(file, 'half');
  expect(await read.read(60_000)).toEqual({ text: 'one' });
  await rm(file);
  expect(await read.read(120_000)).toEqual({ text: 'one' });
  expect(kept).toEqual(['half-written', `reading ${file}: no such file`]);
  await writeFile(file, 'three');
  expect(await read.read(180_000)).toEqual({ text: 'three' });
});

test('a file that never worked is a fault, until it does', async () => {
  const { file, read } = await aRotation();
  await rm(file);
  await expect(read.read(0)).rejects.toMatchObject({ code: 'kube/bad-credentials', retry: 'soon' });
  await writeFile(file, 'late');
  expect(await read.read(1)).toEqual({ text: 'late' });
});

test('however many ask at once, one reads', async () => {
  const { read, made } = await aRotation();
  await Promise.all(Array.from({ length: 20 }, () => read.read(0)));
  expect(made()).toBe(1);
});
