import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './fixtures/temporary-folder.ts';
import { describe, expect, test } from 'vitest';
import { bearer } from './credentials.ts';
import type { RotatingOptions } from './rotating.ts';
import { tokenFile, tokenFileOr } from './token-file.ts';

const options: RotatingOptions = { readAgainAfterMs: 60_000, observer: {} };

async function aTokenFile(text: string): Promise<string> {
  const file = join(await temporaryFolder(), 'token');
  await writeFile(file, text);
  return file;
}

test('a rotated token is shown within a minute, and at once after a refusal', async () => {
  const file = await aTokenFile('one\n');
  const credentials = tokenFile(file, options);
  expect(await credentials.headers(0)).toEqual({ authorization: 'Bearer one' });
  await writeFile(file, 'two\n');
  expect(await credentials.headers(1000)).toEqual({ authorization: 'Bearer one' });
  credentials.refused();
  expect(await credentials.headers(1001)).toEqual({ authorization: 'Bearer two' });
  await writeFile(file, 'three\n');
  expect(await credentials.headers(61_001)).toEqual({ authorization: 'Bearer three' });
});

describe('what is no token is a fault that does not quote it', () => {
  const cases = [
    { name: 'nothing but blanks', text: ' \n', want: 'it is empty' },
    { name: 'two lines', text: 'abc\ndef', want: 'it holds a line break or another character no token has' },
    {
      name: 'letters a header cannot hold',
      text: 'käse',
      want: 'it holds a line break or another character no token has',
    },
  ];
  for (const c of cases) {
    test(c.name, async () => {
      const file = await aTokenFile(c.text);
      await expect(tokenFile(file, options).headers(0)).rejects.toThrow(`reading token ${file}: ${c.want}`);
    });
  }
});

test('a token beside the file stands in only while the file cannot be read', async () => {
  const file = await aTokenFile('from-file');
  await rm(file);
  const credentials = tokenFileOr(bearer('written-down', 'here'), file, options);
  expect(await credentials.headers(0)).toEqual({ authorization: 'Bearer written-down' });
  await writeFile(file, 'from-file');
  expect(await credentials.headers(1)).toEqual({ authorization: 'Bearer from-file' });
});
