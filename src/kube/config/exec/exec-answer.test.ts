import { describe, expect, test } from 'vitest';
import { aPair } from '../fixtures/certificates.ts';
import { readExecAnswer } from './exec-answer.ts';
import type { ExecPlugin } from './exec-plugin.ts';

const plugin: ExecPlugin = {
  apiVersion: 'client.authentication.k8s.io/v1',
  command: 'plugin',
  args: [],
  env: {},
  interactiveMode: 'Never',
  installHint: undefined,
  cluster: undefined,
};
const kind = 'ExecCredential';
const { apiVersion } = plugin;
const read = (answer: unknown): unknown =>
  readExecAnswer(plugin, typeof answer === 'string' ? answer : JSON.stringify(answer));

describe('credentials', () => {
  test('may be a token that holds until it is refused', () => {
    expect(read({ kind, apiVersion, status: { token: 'abc' } })).toEqual({
      headers: { authorization: 'Bearer abc' },
      certificate: undefined,
      expiresAt: undefined,
    });
  });

  test('may be a client certificate that ends', async () => {
    const { cert, key } = await aPair('me');
    const status = { clientCertificateData: cert, clientKeyData: key, expirationTimestamp: '2026-01-01T00:00:00Z' };
    expect(read({ kind, apiVersion, status })).toEqual({
      headers: {},
      certificate: { cert, key },
      expiresAt: Date.UTC(2026, 0),
    });
  });

  test('may be written in YAML, which kubectl takes too', () => {
    expect(
      read(
        `kind: ${kind}\napiVersion: ${apiVersion}\nstatus:\n  token: abc\n  expirationTimestamp: 2026-01-01T00:00:00Z\n`,
      ),
    ).toMatchObject({
      headers: { authorization: 'Bearer abc' },
      expiresAt: Date.UTC(2026, 0),
    });
  });
});

describe('an answer that is none is refused, without a word of what it holds', () => {
  const secret = 'aaSECRETbb';
  const cases = [
    { name: 'nothing', answer: '', want: 'it is not an ExecCredential in JSON' },
    { name: 'a bare token', answer: secret, want: 'it is not an ExecCredential in JSON' },
    {
      name: 'JSON cut short',
      answer: `{"kind":"ExecCredential","status":{"token":"${secret}`,
      want: 'it is not an ExecCredential in JSON',
    },
    { name: 'another kind', answer: { kind: secret, apiVersion }, want: 'its kind is not ExecCredential' },
    {
      name: 'another version',
      answer: { kind, apiVersion: 'client.authentication.k8s.io/v1beta1' },
      want: 'its apiVersion is client.authentication.k8s.io/v1beta1, and the kubeconfig says client.authentication.k8s.io/v1',
    },
    { name: 'no version', answer: { kind, status: { token: secret } }, want: 'its apiVersion is missing or no word' },
    { name: 'no status', answer: { kind, apiVersion }, want: 'it has no status' },
    {
      name: 'an empty status',
      answer: { kind, apiVersion, status: {} },
      want: 'it has neither a token nor a client certificate',
    },
    {
      name: 'a key alone',
      answer: { kind, apiVersion, status: { clientKeyData: secret } },
      want: 'it has a client certificate or a key, and not both',
    },
    {
      name: 'a token that is a number',
      answer: { kind, apiVersion, status: { token: 3 } },
      want: 'status.token must be text',
    },
    {
      name: 'an end that is no time',
      answer: { kind, apiVersion, status: { token: secret, expirationTimestamp: 'soon' } },
      want: 'status.expirationTimestamp is not a time',
    },
    {
      name: 'a pair that is none',
      answer: { kind, apiVersion, status: { clientCertificateData: secret, clientKeyData: secret } },
      want: 'loading client certificate and key of credential plugin plugin',
    },
    {
      name: 'a token in two lines',
      answer: { kind, apiVersion, status: { token: `${secret}\nx` } },
      want: 'reading token of credential plugin plugin',
    },
  ];
  for (const c of cases) {
    test(c.name, () => {
      expect(() => read(c.answer)).toThrow(c.want);
      expect(() => read(c.answer)).toThrow(expect.not.objectContaining({ message: expect.stringContaining(secret) }));
    });
  }
});
