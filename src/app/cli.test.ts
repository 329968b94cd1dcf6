import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'vitest';

const root = join(import.meta.dirname, '../..');

type Child = ChildProcessByStdio<null, Readable, Readable>;

function start(...typed: readonly string[]): Child {
  return spawn(process.execPath, [join(root, 'src/app/cli.ts'), ...typed], {
    cwd: root,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(child: Child): Promise<readonly unknown[]> {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return [code, out, err];
}

test.concurrent('the process prints what is asked for and ends with 0', async ({ expect }) => {
  expect(await ended(start('config'))).toEqual([0, expect.stringMatching(/^PATH +VALUE +ORIGIN\n/), '']);
});

test.concurrent('the process complains on stderr alone and ends with 2', async ({ expect }) => {
  expect(await ended(start('confg'))).toEqual([2, '', expect.stringMatching(/^error\[cli\/unknown-command\]: /)]);
});

test.concurrent('a reader that goes away ends the process silently', async ({ expect }) => {
  const child = start('config', '-o', 'wide');
  child.stdout.destroy();
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([code, err]).toEqual([0, '']);
});
