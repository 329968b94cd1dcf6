import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientCertificate } from './client-certificate.ts';
import { aPair } from './fixtures/certificates.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

test('a rotated pair is shown once both files are new: never a new certificate with an old key', async () => {
  const folder = await temporaryFolder();
  const [certFile, keyFile] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  const [old, fresh] = [await aPair('old'), await aPair('fresh')];
  await writeFile(certFile, old.cert);
  await writeFile(keyFile, old.key);
  const kept: string[] = [];
  const credentials = clientCertificate(
    { kind: 'file', file: certFile },
    { kind: 'file', file: keyFile },
    {
      readAgainAfterMs: 60_000,
      observer: { fileKept: (_, why) => kept.push(why.message) },
    },
  );

  expect(await credentials.clientCertificate?.(0)).toEqual(old);
  await writeFile(certFile, fresh.cert);
  expect(await credentials.clientCertificate?.(60_000)).toEqual(old);
  expect(kept).toEqual([expect.stringContaining(`loading client certificate and key ${certFile}: `)]);
  await writeFile(keyFile, fresh.key);
  credentials.refused();
  expect(await credentials.clientCertificate?.(60_001)).toEqual(fresh);
  expect(await credentials.headers(60_001)).toEqual({});
});

test('the pair is one object as long as it stays the same: a reason to keep connections open', async () => {
  const { cert, key } = await aPair('me');
  const options = { readAgainAfterMs: 1, observer: {} };
  const credentials = clientCertificate({ kind: 'inline', text: cert }, { kind: 'inline', text: key }, options);
  expect(await credentials.clientCertificate?.(1000)).toBe(await credentials.clientCertificate?.(2000));
});

test('a certificate that is none is a fault', async () => {
  const { key } = await aPair('me');
  const options = { readAgainAfterMs: 1, observer: {} };
  const credentials = clientCertificate({ kind: 'inline', text: 'nonsense' }, { kind: 'inline', text: key }, options);
  await expect(credentials.clientCertificate?.(0)).rejects.toMatchObject({ code: 'kube/bad-credentials' });
});
