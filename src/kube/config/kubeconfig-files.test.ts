import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from './fixtures/temporary-folder.ts';
import { describe, expect, test } from 'vitest';
import { kubeconfigList, readKubeconfigFiles, readNamedKubeconfig } from './kubeconfig-files.ts';

describe('a KUBECONFIG value', () => {
  const cases = [
    { name: 'is split at colons', value: 'a:b', between: ':', want: ['a', 'b'] },
    { name: 'is split at semicolons on Windows', value: 'C:\\a;D:\\b', between: ';', want: ['C:\\a', 'D:\\b'] },
    { name: 'may have empty parts, which say nothing', value: '::a::', between: ':', want: ['a'] },
    { name: 'keeps blanks: they may belong to a name', value: ' a', between: ':', want: [' a'] },
  ];
  for (const c of cases) test(c.name, () => expect(kubeconfigList(c.value, c.between)).toEqual(c.want));
});

test('files of a list are read in order, and those that are missing say nothing', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'b'), 'current-context: b');
  await writeFile(join(folder, 'c'), 'current-context: c');
  const config = await readKubeconfigFiles(['a', 'b', 'c', 'b/not-a-folder'].map((file) => join(folder, file)));
  expect(config.currentContext).toBe('b');
});

test('one bad file among good ones is a fault: half a configuration is none', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a'), 'current-context: a');
  await writeFile(join(folder, 'b'), 'users: 3');
  await expect(readKubeconfigFiles([join(folder, 'a'), join(folder, 'b')])).rejects.toThrow(
    `${join(folder, 'b')}:1:8: users must be a list`,
  );
});

test('a folder in the list is a fault', async () => {
  await expect(readKubeconfigFiles([tmpdir()])).rejects.toThrow(`reading kubeconfig ${tmpdir()}: `);
});

test('a file named outright must be there', async () => {
  await expect(readNamedKubeconfig('/nowhere/config')).rejects.toThrow(
    'reading kubeconfig /nowhere/config: no such file',
  );
});
