import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aPair } from './fixtures/certificates.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';
import { inCluster } from './in-cluster.ts';
import type { KubeConfig } from './kube-config.ts';

const options = { readAgainAfterMs: 60_000, observer: {} };
const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };

/** What Kubernetes mounts into a pod. */
async function aServiceAccount(): Promise<{ folder: string; ca: string }> {
  const folder = await temporaryFolder();
  const { cert: ca } = await aPair('kubernetes');
  await writeFile(join(folder, 'token'), 'one\n');
  await writeFile(join(folder, 'ca.crt'), ca);
  await writeFile(join(folder, 'namespace'), 'plimsoll\n');
  return { folder, ca };
}

async function podConfig(variables: Readonly<Record<string, string>>, folder: string): Promise<KubeConfig> {
  const pod = await inCluster(variables, folder, options);
  if (pod.kind === 'not-a-pod') throw new Error(pod.why);
  return pod.config;
}

test('a pod talks to the address in its environment, as its service account', async () => {
  const { folder, ca } = await aServiceAccount();
  const config = await podConfig(env, folder);
  expect(config.server.href).toBe('https://10.0.0.1/');
  expect(config.namespace).toBe('plimsoll');
  expect(await config.tls.ca?.(0)).toBe(ca);
  expect(await config.credentials.headers(0)).toEqual({ authorization: 'Bearer one' });
});

test('a projected token is read again within a minute, and at once after a refusal', async () => {
  const { folder } = await aServiceAccount();
  const { credentials } = await podConfig(env, folder);
  await credentials.headers(0);
  await writeFile(join(folder, 'token'), 'two');
  expect(await credentials.headers(59_000)).toEqual({ authorization: 'Bearer one' });
  expect(await credentials.headers(60_000)).toEqual({ authorization: 'Bearer two' });
  await writeFile(join(folder, 'token'), 'three');
  credentials.refused();
  expect(await credentials.headers(60_001)).toEqual({ authorization: 'Bearer three' });
});

const addresses = [
  { name: 'an IPv6 address is bracketed', host: 'fd00::1', port: '443', want: 'https://[fd00::1]/' },
  { name: 'a name and another port are kept', host: 'kube.test', port: '6443', want: 'https://kube.test:6443/' },
];
for (const c of addresses) {
  test(c.name, async () => {
    const { folder } = await aServiceAccount();
    const config = await podConfig({ KUBERNETES_SERVICE_HOST: c.host, KUBERNETES_SERVICE_PORT: c.port }, folder);
    expect(config.server.href).toBe(c.want);
  });
}

test('the namespace is POD_NAMESPACE, else the mounted one, else default', async () => {
  const { folder } = await aServiceAccount();
  expect((await podConfig({ ...env, POD_NAMESPACE: 'mine' }, folder)).namespace).toBe('mine');
  await rm(join(folder, 'namespace'));
  expect((await podConfig(env, folder)).namespace).toBe('default');
});

test('without the variables, or without a token, this is not a pod', async () => {
  const { folder } = await aServiceAccount();
  expect(await inCluster({}, folder, options)).toMatchObject({
    kind: 'not-a-pod',
    why: expect.stringContaining('KUBERNETES_SERVICE_HOST'),
  });
  await rm(join(folder, 'token'));
  expect(await inCluster(env, folder, options)).toEqual({
    kind: 'not-a-pod',
    why: `there is no ${join(folder, 'token')}`,
  });
});

test('a pod without an authority is broken, and says so', async () => {
  const { folder } = await aServiceAccount();
  await rm(join(folder, 'ca.crt'));
  await expect(inCluster(env, folder, options)).rejects.toThrow(`reading ${join(folder, 'ca.crt')}: no such file`);
});
