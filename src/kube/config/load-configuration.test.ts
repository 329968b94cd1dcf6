import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aPair } from './fixtures/certificates.ts';
import { aScript, temporaryFolder } from './fixtures/temporary-folder.ts';
import type { KubeConfig } from './kube-config.ts';
import type { Wanted } from './load-configuration.ts';
import { configurationDefaults, loadConfiguration } from './load-configuration.ts';

const kubeconfig = (server: string): string => `
current-context: one
clusters: [{name: c, cluster: {server: "https://${server}"}}]
users: [{name: u, user: {token: abc, as: bob}}]
contexts: [{name: one, context: {cluster: c, user: u, namespace: shop}}, {name: two, context: {cluster: c}}]
`;

/** A machine with every kind of configuration on it; `without` takes some away. */
async function load(
  wanted: Wanted,
  without: readonly string[] = [],
  more: Record<string, string> = {},
): Promise<KubeConfig> {
  const folder = await temporaryFolder();
  const account = join(folder, 'account');
  const home = join(folder, 'home');
  await mkdir(account);
  await mkdir(join(home, '.kube'), { recursive: true });
  await writeFile(join(folder, 'named'), kubeconfig('named'));
  await writeFile(join(folder, 'listed'), kubeconfig('listed'));
  if (!without.includes('home')) await writeFile(join(home, '.kube', 'config'), kubeconfig('home'));
  if (!without.includes('pod')) {
    await writeFile(join(account, 'token'), 'of-the-pod');
    await writeFile(join(account, 'ca.crt'), (await aPair('ca')).cert);
  }
  const env = {
    PATH: '/usr/bin:/bin',
    KUBERNETES_SERVICE_HOST: 'pod',
    KUBERNETES_SERVICE_PORT: '443',
    ...(without.includes('list') ? {} : { KUBECONFIG: `${join(folder, 'missing')}:${join(folder, 'listed')}` }),
    ...more,
  };
  const kubeconfigFile = wanted.kubeconfig && join(folder, wanted.kubeconfig);
  return loadConfiguration(
    { ...wanted, kubeconfig: kubeconfigFile },
    { env, homeFolder: home, stdinIsTerminal: false, observer: {} },
    { ...configurationDefaults, serviceAccountFolder: account },
  );
}

describe('the order', () => {
  const cases = [
    { name: 'the file named outright goes first', wanted: { kubeconfig: 'named' }, without: [], want: 'named' },
    { name: 'then the list in KUBECONFIG', wanted: {}, without: [], want: 'listed' },
    { name: 'then the file at home', wanted: {}, without: ['list'], want: 'home' },
    { name: 'then the pod', wanted: {}, without: ['list', 'home'], want: 'pod' },
    {
      name: 'a list that leads nowhere hides the file at home, as it does from kubectl',
      wanted: {},
      without: [],
      env: { KUBECONFIG: '/nowhere' },
      want: 'pod',
    },
    { name: 'an empty KUBECONFIG is none', wanted: {}, without: [], env: { KUBECONFIG: '' }, want: 'home' },
  ];
  for (const c of cases) {
    test(c.name, async () => expect((await load(c.wanted, c.without, c.env)).server.hostname).toBe(c.want));
  }
});

describe('where nothing leads to a cluster', () => {
  test('the fault says where was looked, and what to do', async () => {
    await expect(load({}, ['list', 'home', 'pod'])).rejects.toMatchObject({
      code: 'kube/no-configuration',
      message: expect.stringMatching(
        /^finding a cluster: nothing in .*\/home\/\.kube\/config; not in a pod, for there is no .*\/token$/,
      ),
      remedy: expect.stringContaining('--kubeconfig'),
    });
  });
  test('a file named outright that is not there is a fault of its own', async () => {
    await expect(load({ kubeconfig: 'missing' })).rejects.toThrow(/^reading kubeconfig .*\/missing: no such file$/);
  });
  test('a pod has no contexts to choose from', async () => {
    await expect(load({ context: 'one' }, ['list', 'home'])).rejects.toThrow("a pod's own configuration has no one");
  });
});

test('everything a kubeconfig says is in the connection', async () => {
  const { credentials, server, tls, ...rest } = await load({ kubeconfig: 'named' });
  expect(rest).toEqual({
    proxyUrl: undefined,
    impersonate: { user: 'bob', uid: undefined, groups: [], extra: {} },
    namespace: 'shop',
    disableCompression: false,
    contextName: 'one',
  });
  expect([server.href, tls]).toEqual(['https://named/', { ca: undefined, serverName: undefined, insecure: false }]);
  expect(await credentials.headers(0)).toEqual({ authorization: 'Bearer abc' });
});

test('another context may be asked for, and a context without a user is nobody', async () => {
  const { contextName, namespace, credentials } = await load({ kubeconfig: 'named', context: 'two', namespace: 'x' });
  expect([contextName, namespace, await credentials.headers(0)]).toEqual(['two', 'x', {}]);
});

test('a namespace may be asked for in a pod', async () => {
  expect((await load({ namespace: 'x' }, ['list', 'home'])).namespace).toBe('x');
});

test('a plugin beside its kubeconfig runs when credentials are first asked for, not before', async () => {
  const plugin = await aScript(
    `echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","status":{"token":"abc"}}'`,
  );
  const file = join(dirname(plugin), 'config');
  await writeFile(
    file,
    `
current-context: one
clusters: [{name: c, cluster: {server: "https://a"}}]
users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: ./plugin, provideClusterInfo: true}}}]
contexts: [{name: one, context: {cluster: c, user: u}}]
`,
  );
  const ran: string[] = [];
  const observer = { pluginAnswered: (command: string) => ran.push(command) };
  const around = { env: { PATH: '/usr/bin:/bin' }, homeFolder: '/nowhere', stdinIsTerminal: false, observer };
  const { credentials } = await loadConfiguration({ kubeconfig: file }, around);
  expect(ran).toEqual([]);
  expect(await credentials.headers(0)).toEqual({ authorization: 'Bearer abc' });
  expect(ran).toEqual([plugin]);
});
