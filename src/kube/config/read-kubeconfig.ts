import { dirname, resolve, sep } from 'node:path';
import { kubeFault } from '#kube/faults.ts';
import type { Field } from './field.ts';
import { absent, bytesOf, flagOf, keysOf, listOf, mapOf, placeOf, rootOf, textOf, textsOf, under } from './field.ts';
import type {
  ClusterEntry,
  ContextEntry,
  Entry,
  ExecEntry,
  ImpersonateEntry,
  Kubeconfig,
  UserEntry,
} from './kubeconfig.ts';
import { readSourceText } from './source-text.ts';

/** Turns a file path written in the kubeconfig into one that holds from anywhere. */
type Locate = (path: string | undefined) => string | undefined;

/** What one kubeconfig file says. Keys we do not know are left alone, as kubectl leaves them; wrong types are faults. */
export function readKubeconfig(file: string, text: string): Kubeconfig {
  const root = mapOf(rootOf(readSourceText(file, text)));
  expectWord(under(root, 'apiVersion'), 'v1');
  expectWord(under(root, 'kind'), 'Config');
  const folder = dirname(resolve(file));
  const locate: Locate = (path) => (path === undefined ? undefined : resolve(folder, path));
  return {
    currentContext: textOf(under(root, 'current-context')),
    clusters: namedEntries(under(root, 'clusters'), 'cluster', (entry, from) => clusterEntry(entry, from, locate)),
    users: namedEntries(under(root, 'users'), 'user', (entry, from) => userEntry(entry, from, locate)),
    contexts: namedEntries(under(root, 'contexts'), 'context', contextEntry),
  };
}

function expectWord(field: Field, word: string): void {
  const said = textOf(field);
  if (said === undefined || said === word) return;
  throw kubeFault('kube/bad-kubeconfig', `reading kubeconfig ${placeOf(field)} is ${said}, and must be ${word}`);
}

function namedEntries<E extends Entry>(
  list: Field,
  kind: string,
  read: (entry: Entry, from: Field) => E,
): Map<string, E> {
  const entries = new Map<string, E>();
  for (const item of listOf(list)) {
    const from = mapOf(under(mapOf(item), kind));
    const name = textOf(under(item, 'name')) ?? '';
    if (entries.has(name)) {
      throw kubeFault(
        'kube/bad-kubeconfig',
        `reading kubeconfig ${placeOf(under(item, 'name'))}: there is a ${kind} ${name} above already`,
      );
    }
    entries.set(name, read({ name, at: (...fields) => placeOf(fields.reduce(under, from)) }, from));
  }
  return entries;
}

function clusterEntry(entry: Entry, from: Field, locate: Locate): ClusterEntry {
  return {
    ...entry,
    server: textOf(under(from, 'server')),
    certificateAuthority: locate(textOf(under(from, 'certificate-authority'))),
    certificateAuthorityData: bytesOf(under(from, 'certificate-authority-data')),
    tlsServerName: textOf(under(from, 'tls-server-name')),
    insecureSkipTlsVerify: flagOf(under(from, 'insecure-skip-tls-verify')),
    proxyUrl: textOf(under(from, 'proxy-url')),
    disableCompression: flagOf(under(from, 'disable-compression')),
    execExtension: execExtension(under(from, 'extensions')),
  };
}

function execExtension(extensions: Field): unknown {
  for (const extension of listOf(extensions)) {
    if (textOf(under(mapOf(extension), 'name')) === 'client.authentication.k8s.io/exec')
      return under(extension, 'extension').value;
  }
  return undefined;
}

function userEntry(entry: Entry, from: Field, locate: Locate): UserEntry {
  return {
    ...entry,
    clientCertificate: locate(textOf(under(from, 'client-certificate'))),
    clientCertificateData: bytesOf(under(from, 'client-certificate-data')),
    clientKey: locate(textOf(under(from, 'client-key'))),
    clientKeyData: bytesOf(under(from, 'client-key-data')),
    token: textOf(under(from, 'token')),
    tokenFile: locate(textOf(under(from, 'tokenFile'))),
    username: textOf(under(from, 'username')),
    password: textOf(under(from, 'password')),
    impersonate: impersonateEntry(from),
    exec: execEntry(mapOf(under(from, 'exec')), locate),
    authProvider: authProviderName(mapOf(under(from, 'auth-provider'))),
  };
}

function impersonateEntry(from: Field): ImpersonateEntry {
  const extra = under(from, 'as-user-extra');
  return {
    user: textOf(under(from, 'as')),
    uid: textOf(under(from, 'as-uid')),
    groups: textsOf(under(from, 'as-groups')),
    extra: Object.fromEntries(keysOf(extra).map((key) => [key, textsOf(under(extra, key))])),
  };
}

function execEntry(exec: Field, locate: Locate): ExecEntry | undefined {
  if (absent(exec)) return undefined;
  const command = textOf(under(exec, 'command'));
  return {
    apiVersion: textOf(under(exec, 'apiVersion')),
    command: command?.includes(sep) ? locate(command) : command,
    args: textsOf(under(exec, 'args')),
    env: listOf(under(exec, 'env')).map((each) => ({
      name: textOf(under(mapOf(each), 'name')) ?? '',
      value: textOf(under(each, 'value')) ?? '',
    })),
    interactiveMode: textOf(under(exec, 'interactiveMode')),
    provideClusterInfo: flagOf(under(exec, 'provideClusterInfo')),
    installHint: textOf(under(exec, 'installHint')),
  };
}

function authProviderName(provider: Field): string | undefined {
  return absent(provider) ? undefined : (textOf(under(provider, 'name')) ?? '');
}

function contextEntry(entry: Entry, from: Field): ContextEntry {
  return {
    ...entry,
    cluster: textOf(under(from, 'cluster')),
    user: textOf(under(from, 'user')),
    namespace: textOf(under(from, 'namespace')),
  };
}
