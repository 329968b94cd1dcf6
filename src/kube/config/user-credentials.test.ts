import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Credentials } from './credentials.ts';
import { aPair } from './fixtures/certificates.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';
import type { UserEntry } from './kubeconfig.ts';
import { readKubeconfig } from './read-kubeconfig.ts';
import type { CredentialsOptions } from './user-credentials.ts';
import { impersonationOf, userCredentials } from './user-credentials.ts';

const options: CredentialsOptions = {
  rotating: { readAgainAfterMs: 60_000, observer: {} },
  plugins: { env: {}, stdinIsTerminal: false, timeoutMs: 1000, renewBeforeMs: 0, leaveAloneMs: 0, observer: {} },
};
const noCluster = (): Promise<never> => Promise.reject(new Error('nobody asks for the cluster'));

const aUser = (fields: object, file = '/config'): UserEntry =>
  readKubeconfig(file, JSON.stringify({ users: [{ name: 'u', user: fields }] })).users.get('u')!;
const credentialsOf = (fields: object, file?: string): Promise<Credentials> =>
  userCredentials(aUser(fields, file), noCluster, options);
const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: '/nowhere/plugin', interactiveMode: 'Never' };

describe('what is shown in the headers', () => {
  const cases = [
    { name: 'nothing, of nobody', user: {}, want: {} },
    { name: 'nothing, of a key without a certificate', user: { 'client-key-data': 'eA==' }, want: {} },
    { name: 'a token', user: { token: 'abc' }, want: { authorization: 'Bearer abc' } },
    {
      name: 'a user name and password',
      user: { username: 'ann', password: 'a:b' },
      want: { authorization: 'Basic YW5uOmE6Yg==' },
    },
    { name: 'a token, and no plugin runs', user: { token: 'abc', exec }, want: { authorization: 'Bearer abc' } },
    {
      name: 'a token, while the file beside it is not there',
      user: { token: 'abc', tokenFile: '/nowhere' },
      want: { authorization: 'Bearer abc' },
    },
  ];
  for (const c of cases)
    test(c.name, async () => expect(await (await credentialsOf(c.user)).headers(0)).toEqual(c.want));

  test('a token file before the token beside it', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'token'), 'from-file\n');
    const credentials = await credentialsOf({ token: 'abc', tokenFile: 'token' }, join(folder, 'config'));
    expect(await credentials.headers(0)).toEqual({ authorization: 'Bearer from-file' });
  });
});

test('a client certificate goes along with a token', async () => {
  const { cert, key } = await aPair('me');
  const inline = {
    'client-certificate-data': Buffer.from(cert).toString('base64'),
    'client-key-data': Buffer.from(key).toString('base64'),
  };
  const credentials = await credentialsOf({ ...inline, token: 'abc', 'client-certificate': '/nowhere', exec });
  expect(await credentials.clientCertificate?.(0)).toEqual({ cert, key });
  expect(await credentials.headers(0)).toEqual({ authorization: 'Bearer abc' });
});

describe('what cannot be used names its place', () => {
  const cases = [
    {
      name: 'an in-tree provider',
      user: { 'auth-provider': { name: 'gcp' } },
      want: '/config:1:47: users[0].user.auth-provider: Kubernetes removed auth-provider (gcp)',
    },
    {
      name: 'a token and a password',
      user: { token: 'a', username: 'b' },
      want: '/config:1:30: users[0].user: it has a token and a user name',
    },
    {
      name: 'a certificate without a key',
      user: { 'client-certificate': 'x' },
      want: 'users[0].user.client-key or client-key-data must go with the client certificate',
    },
    {
      name: 'a certificate that is not there',
      user: { 'client-certificate': 'x', 'client-key': 'y' },
      want: 'reading /',
    },
    { name: 'a token file that is not there', user: { tokenFile: 'x' }, want: 'reading /x: no such file' },
    {
      name: 'a plugin without a command',
      user: { exec: { apiVersion: exec.apiVersion } },
      want: 'users[0].user.exec.command must be set',
    },
    {
      name: 'a plugin of an old version',
      user: { exec: { ...exec, apiVersion: 'client.authentication.k8s.io/v1alpha1' } },
      want: 'users[0].user.exec.apiVersion is client.authentication.k8s.io/v1alpha1; it may be client.authentication.k8s.io/v1, ',
    },
    {
      name: 'a plugin of no version',
      user: { exec: { command: 'x' } },
      want: 'users[0].user.exec.apiVersion must be set',
    },
    {
      name: 'a v1 plugin that does not say whether it talks',
      user: { exec: { ...exec, interactiveMode: '' } },
      want: 'users[0].user.exec.interactiveMode must be set; it may be Never, IfAvailable, Always',
    },
    {
      name: 'a mode nobody knows',
      user: { exec: { ...exec, interactiveMode: 'Sometimes' } },
      want: 'exec.interactiveMode is Sometimes',
    },
    {
      name: 'a variable without a name',
      user: { exec: { ...exec, env: [{ value: 'x' }] } },
      want: 'users[0].user.exec.env: a variable has no name',
    },
  ];
  for (const c of cases) test(c.name, async () => expect(credentialsOf(c.user)).rejects.toThrow(c.want));

  test('and for an in-tree provider, what to use instead', async () => {
    await expect(credentialsOf({ 'auth-provider': { name: 'gcp' } })).rejects.toMatchObject({
      remedy: expect.stringContaining('gke-gcloud-auth-plugin'),
    });
  });
});

describe('impersonation', () => {
  test('is all that the entry says', () => {
    const user = aUser({ as: 'ann', 'as-uid': '7', 'as-groups': ['a'], 'as-user-extra': { k: ['v'] } });
    expect(impersonationOf(user)).toEqual({ user: 'ann', uid: '7', groups: ['a'], extra: { k: ['v'] } });
  });
  test('is none where it says nothing', () => expect(impersonationOf(aUser({}))).toBeUndefined());
  test('needs a user', () =>
    expect(() => impersonationOf(aUser({ 'as-groups': ['a'] }))).toThrow('users[0].user.as must be set where'));
});
