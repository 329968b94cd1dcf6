import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { aScript, temporaryFolder } from '../fixtures/temporary-folder.ts';
import { findCommand } from './find-command.ts';

test('a bare name is looked up in PATH, the first folder that can run it wins', async () => {
  const [one, two] = [await aScript('true'), await aScript('true')];
  const nothing = await temporaryFolder();
  expect(await findCommand('plugin', { PATH: `${nothing}:${dirname(two)}:${dirname(one)}` })).toBe(two);
});

test('a path is itself, whatever PATH says', async () => {
  const file = await aScript('true');
  expect(await findCommand(file, {})).toBe(file);
});

test('a link to a program is a program', async () => {
  const folder = await temporaryFolder();
  await symlink(await aScript('true'), join(folder, 'linked'));
  expect(await findCommand('linked', { PATH: folder })).toBe(join(folder, 'linked'));
});

test('what cannot be run is passed over: a folder, a plain file, the current folder', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'plugin'));
  await writeFile(join(folder, 'package.json'), '{}');
  expect(await findCommand('plugin', { PATH: folder })).toBeUndefined();
  expect(await findCommand('package.json', { PATH: `:${folder}:` })).toBeUndefined();
});
