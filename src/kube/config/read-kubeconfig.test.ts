import { describe, expect, test } from 'vitest';
import { readKubeconfig } from './read-kubeconfig.ts';

const file = '/home/ann/.kube/config';

describe('a bad file names file, line, column and field', () => {
  const cases = [
    {
      name: 'a number where text belongs',
      text: 'clusters:\n- name: c\n  cluster:\n    server: 3\n',
      want: `${file}:4:13: clusters[0].cluster.server must be text, not a number (quote it to make it text)`,
    },
    {
      name: 'a word that YAML takes for a truth value',
      text: 'users:\n- name: u\n  user: {token: yes}\n',
      want: `${file}:3:17: users[0].user.token must be text, not true or false (quote it to make it text)`,
    },
    {
      name: 'text where a flag belongs',
      text: 'clusters: [{name: c, cluster: {insecure-skip-tls-verify: "true"}}]',
      want: `${file}:1:58: clusters[0].cluster.insecure-skip-tls-verify must be true or false, not text`,
    },
    {
      name: 'a map where a list belongs',
      text: '\nclusters: {}',
      want: `${file}:2:11: clusters must be a list, not a map`,
    },
    {
      name: 'a list where a map belongs',
      text: 'users: [[]]',
      want: `${file}:1:9: users[0] must be a map, not a list`,
    },
    { name: 'a word for a file', text: 'hello', want: `${file}:1:1: the file must be a map, not text` },
    {
      name: 'one word in a list of them',
      text: 'users:\n- user:\n    exec:\n      args: [a, 2]\n',
      want: `${file}:4:17: users[0].user.exec.args[1] must be text, not a number (quote it to make it text)`,
    },
    {
      name: 'bytes that are not base64',
      text: 'users: [{user: {client-key-data: "%"}}]',
      want: `${file}:1:34: users[0].user.client-key-data is not base64`,
    },
    {
      name: 'a name given twice',
      text: 'users: [{name: u}, {name: u}]',
      want: `${file}:1:27: users[1].name: there is a user u above already`,
    },
    { name: 'another kind', text: 'kind: Pod', want: `${file}:1:7: kind is Pod, and must be Config` },
    { name: 'another version', text: 'apiVersion: v2', want: `${file}:1:13: apiVersion is v2, and must be v1` },
    { name: 'JSON cut short', text: '{"clusters": [\n{"name": "c"', want: `${file}:2:13: ` },
    {
      name: 'a tab for indentation',
      text: 'users:\n\t- name: u\n',
      want: `${file}:2:1: Tabs are not allowed as indentation`,
    },
    { name: 'an alias to nothing', text: 'clusters: *nowhere', want: `reading kubeconfig ${file}` },
  ];
  for (const c of cases) {
    test(c.name, () => {
      const read = (): unknown => readKubeconfig(file, c.text);
      expect(read).toThrow(c.want);
      expect(read).toThrow(expect.objectContaining({ code: 'kube/bad-kubeconfig' }));
    });
  }

  test('and never quotes what may be half a token', () => {
    const secret = 's3cr3t-t0k3n';
    for (const text of [
      `users: [{user: {token: "${secret}" "${secret}"}}]`,
      `users: }${secret}`,
      `token: "${secret}\n`,
      `a: b\n"${secret}"`,
    ]) {
      expect(() => readKubeconfig(file, text)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining(secret) }),
      );
    }
  });
});

describe('paths are relative to the file they stand in', () => {
  const config = readKubeconfig(
    file,
    `
clusters: [{name: c, cluster: {certificate-authority: pki/ca.crt}}]
users:
- name: relative
  user: {client-certificate: ../me.crt, client-key: me.key, tokenFile: ./token, exec: {command: ./bin/plugin}}
- name: absolute
  user: {client-certificate: /me.crt, client-key: /me.key, tokenFile: /token, exec: {command: /bin/plugin}}
- name: bare
  user: {exec: {command: plugin}}
`,
  );
  const cases = [
    { name: 'the authority', got: config.clusters.get('c')?.certificateAuthority, want: '/home/ann/.kube/pki/ca.crt' },
    {
      name: 'the certificate, above it',
      got: config.users.get('relative')?.clientCertificate,
      want: '/home/ann/me.crt',
    },
    { name: 'the key, beside it', got: config.users.get('relative')?.clientKey, want: '/home/ann/.kube/me.key' },
    { name: 'the token', got: config.users.get('relative')?.tokenFile, want: '/home/ann/.kube/token' },
    {
      name: 'a command with a slash',
      got: config.users.get('relative')?.exec?.command,
      want: '/home/ann/.kube/bin/plugin',
    },
    { name: 'an absolute path stays', got: config.users.get('absolute')?.tokenFile, want: '/token' },
    { name: 'an absolute command stays', got: config.users.get('absolute')?.exec?.command, want: '/bin/plugin' },
    {
      name: 'a bare command stays, to be looked up in PATH',
      got: config.users.get('bare')?.exec?.command,
      want: 'plugin',
    },
  ];
  for (const c of cases) test(c.name, () => expect(c.got).toBe(c.want));
});

test('the exec extension of a cluster is kept as it was written', () => {
  const text =
    'clusters: [{name: c, cluster: {extensions: [{name: other}, {name: client.authentication.k8s.io/exec, extension: {audience: [a, 1]}}]}}]';
  expect(readKubeconfig(file, text).clusters.get('c')?.execExtension).toEqual({ audience: ['a', 1] });
});

test('an entry knows where its fields stand, and a field that is missing stands where its entry does', () => {
  const cluster = readKubeconfig(file, 'clusters:\n- name: c\n  cluster:\n    server: x\n').clusters.get('c');
  expect(cluster?.at('server')).toBe(`${file}:4:13: clusters[0].cluster.server`);
  expect(cluster?.at('proxy-url')).toBe(`${file}:4:5: clusters[0].cluster.proxy-url`);
});
