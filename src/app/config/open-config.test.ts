import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openConfig } from '#app/config/open-config.ts';

async function complaintsOn(bytes: Uint8Array | string | undefined): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-open-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'plimsoll.yaml');
  if (bytes !== undefined) await writeFile(file, bytes);
  const reading = await openConfig({ file, environment: {}, flags: new Map() });
  if (reading.kind === 'good') return [];
  return reading.faults.map((fault) => `[${fault.code}] ${fault.message.replace(file, 'FILE')}`);
}

const cases = [
  { name: 'a good file is read', bytes: 'load:\n', want: [] },
  {
    name: 'a missing file is told',
    bytes: undefined,
    want: ['[config/unreadable] reading FILE: there is no such file'],
  },
  {
    name: 'bytes that are no text are told',
    bytes: new Uint8Array([0xff, 0xfe, 0x00]),
    want: ['[config/unreadable] reading FILE: it is not UTF-8 text'],
  },
  {
    name: 'a file too large to be a configuration is told, not parsed',
    bytes: '#'.repeat(1_048_577),
    want: ['[config/unreadable] reading FILE: it is above 1 MiB'],
  },
];
for (const c of cases) {
  test(c.name, async () => expect(await complaintsOn(c.bytes)).toEqual(c.want));
}

test('a folder is no file', async () => {
  const reading = await openConfig({ file: tmpdir(), environment: {}, flags: new Map() });
  expect(reading).toMatchObject({ kind: 'bad', faults: [{ message: `reading ${tmpdir()}: it is a folder` }] });
});
