import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ClusterConnection } from './cluster-connection.ts';
import { clusterConnection } from './cluster-connection.ts';
import { aPair } from './fixtures/certificates.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';
import { readKubeconfig } from './read-kubeconfig.ts';

const options = { readAgainAfterMs: 60_000, observer: {} };

/** A connection to the cluster whose fields are given. */
async function aConnection(fields: object, file = '/config'): Promise<ClusterConnection> {
  const config = readKubeconfig(file, JSON.stringify({ clusters: [{ name: 'c', cluster: fields }] }));
  return clusterConnection(config.clusters.get('c')!, options);
}

describe('the server', () => {
  const cases = [
    { name: 'is where it says', cluster: { server: 'https://kube.test:6443' }, want: 'https://kube.test:6443/' },
    {
      name: 'may stand below a path',
      cluster: { server: 'https://rancher.test/k8s/clusters/c1' },
      want: 'https://rancher.test/k8s/clusters/c1',
    },
    {
      name: 'may have an IPv6 address',
      cluster: { server: 'https://[fd00::1]:6443' },
      want: 'https://[fd00::1]:6443/',
    },
    { name: 'without a scheme speaks http', cluster: { server: 'localhost:8080' }, want: 'http://localhost:8080/' },
    {
      name: 'without a scheme speaks https when TLS is meant',
      cluster: { server: 'kube.test:6443', 'insecure-skip-tls-verify': true },
      want: 'https://kube.test:6443/',
    },
  ];
  for (const c of cases) test(c.name, async () => expect((await aConnection(c.cluster)).server.href).toBe(c.want));
});

describe('a proxy', () => {
  for (const url of ['http://proxy.test:3128', 'https://proxy.test', 'socks5://proxy.test:1080']) {
    test(`may be ${url}`, async () => {
      const { proxyUrl } = await aConnection({ server: 'https://a', 'proxy-url': url });
      expect(proxyUrl?.host).toContain('proxy.test');
    });
  }
});

describe('what cannot be used names its place', () => {
  const server = 'https://a';
  const cases = [
    { name: 'no server', cluster: { 'tls-server-name': 'x' }, want: 'clusters[0].cluster.server must be set' },
    {
      name: 'a server of another scheme',
      cluster: { server: 'ftp://a' },
      want: '/config:1:46: clusters[0].cluster.server is no http or https address',
    },
    {
      name: 'a proxy of another scheme',
      cluster: { server, 'proxy-url': 'ftp://x' },
      want: 'clusters[0].cluster.proxy-url must be an http, https or socks5 address',
    },
    {
      name: 'a proxy without a scheme',
      cluster: { server, 'proxy-url': '127.0.0.1:3128' },
      want: 'clusters[0].cluster.proxy-url must be',
    },
    {
      name: 'an authority that is not to be looked at',
      cluster: { server, 'insecure-skip-tls-verify': true, 'certificate-authority': 'x' },
      want: 'clusters[0].cluster.insecure-skip-tls-verify and a certificate authority exclude each other',
    },
    {
      name: 'an authority that is not there',
      cluster: { server, 'certificate-authority': 'ca.crt' },
      want: 'reading /ca.crt: no such file',
    },
    {
      name: 'an authority that is none',
      cluster: { server, 'certificate-authority-data': 'eA==' },
      want: 'loading certificate authority of the kubeconfig: it holds no PEM certificate',
    },
  ];
  for (const c of cases) test(c.name, async () => expect(aConnection(c.cluster)).rejects.toThrow(c.want));
});

test('an authority in a file is read again while it rotates, and the inline one goes before it', async () => {
  const folder = await temporaryFolder();
  const [one, two] = [await aPair('one'), await aPair('two')];
  await writeFile(join(folder, 'ca.crt'), one.cert);
  const fromFile = { server: 'https://a', 'certificate-authority': 'ca.crt' };
  const { tls } = await aConnection(fromFile, join(folder, 'config'));
  expect(await tls.ca?.(0)).toBe(one.cert);
  await writeFile(join(folder, 'ca.crt'), two.cert);
  expect(await tls.ca?.(59_999)).toBe(one.cert);
  expect(await tls.ca?.(60_000)).toBe(two.cert);

  const inline = { ...fromFile, 'certificate-authority-data': Buffer.from(one.cert).toString('base64') };
  expect(await (await aConnection(inline, join(folder, 'config'))).tls.ca?.(0)).toBe(one.cert);
});

test('what a plugin may know of the cluster is what the kubeconfig says of it', async () => {
  const { cert } = await aPair('ca');
  const cluster = {
    server: 'https://a',
    'tls-server-name': 'kube.test',
    'certificate-authority-data': Buffer.from(cert).toString('base64'),
    'disable-compression': true,
    'proxy-url': 'http://p:1',
    extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'x' } }],
  };
  expect(await (await aConnection(cluster)).forPlugins()).toEqual({
    server: 'https://a',
    tlsServerName: 'kube.test',
    insecureSkipTlsVerify: false,
    certificateAuthority: cert,
    proxyUrl: 'http://p:1',
    disableCompression: true,
    config: { audience: 'x' },
  });
});
