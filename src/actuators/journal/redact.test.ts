import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactTelling, redactText } from './redact.ts';

const webToken = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';

const texts = [
  { name: 'plain sentences', text: 'Node a is hot: 0.95 is above 0.80.', want: 'Node a is hot: 0.95 is above 0.80.' },
  {
    name: 'addresses without a user',
    text: 'GET https://host:9090/api?q=a@b',
    want: 'GET https://host:9090/api?q=a@b',
  },
  { name: 'mail addresses', text: 'write to ann@example.org', want: 'write to ann@example.org' },
  { name: 'names of secrets', text: 'secret "tls" was not found', want: 'secret "tls" was not found' },
  { name: 'words about signing in', text: 'basic authentication is off', want: 'basic authentication is off' },
];
for (const c of texts) {
  test(`${c.name} are kept`, () => {
    expect(redactText(c.text)).toBe(c.want);
  });
}

const secrets = [
  { name: 'the user and password of a URL', text: 'https://ann:hunter2@host/x', want: 'https://[redacted]@host/x' },
  { name: 'a password with an @ in it', text: 'https://ann:hun@ter2@host/x', want: 'https://[redacted]@host/x' },
  {
    name: 'every URL of a text',
    text: 'http://a:b@h1 and http://c:d@h2',
    want: 'http://[redacted]@h1 and http://[redacted]@h2',
  },
  { name: 'an Authorization header', text: 'Authorization: Bearer abc', want: 'Authorization: [redacted]' },
  { name: 'a header as JSON', text: '{"authorization":"Basic YTpi"}', want: '{"authorization":"[redacted]"}' },
  { name: 'a bearer token in prose', text: 'sent bearer 0123456789abcdef0', want: 'sent bearer [redacted]' },
  { name: 'a token in a query', text: '/watch?token=abc&limit=5', want: '/watch?token=[redacted]&limit=5' },
  { name: 'a password as JSON', text: '{"password": "hunter2"}', want: '{"password": "[redacted]"}' },
  {
    name: 'a line of a kubeconfig',
    text: 'line 9: client-key-data: LS0tLS1',
    want: 'line 9: client-key-data: [redacted]',
  },
  { name: 'a web token wherever it stands', text: `refused (${webToken})`, want: 'refused ([redacted])' },
  {
    name: 'a private key',
    text: '-----BEGIN EC PRIVATE KEY-----\nMHcCAQ\n-----END EC PRIVATE KEY-----',
    want: '[redacted]-----END EC PRIVATE KEY-----',
  },
];
for (const c of secrets) {
  test(`${c.name} is hidden`, () => {
    expect(redactText(c.text)).toBe(c.want);
  });
}

const keys = [
  'token',
  'accessToken',
  'PASSWORD',
  'db-password',
  'authorization',
  'Authorisation',
  'apiKey',
  'set-cookie',
  'clientSecret',
];
for (const key of keys) {
  test(`the fact "${key}" is hidden, whatever its value`, () => {
    const told = redactTelling({ kind: 'started', reasons: [], facts: { [key]: 12345, node: 'a' } });
    expect(told.facts).toEqual({ [key]: '[redacted]', node: 'a' });
  });
}

test('what was redacted stays as it is when redacted again', () => {
  fc.assert(
    fc.property(fc.constantFrom(...secrets), ({ text }) => {
      expect(redactText(redactText(text))).toBe(redactText(text));
    }),
  );
});

test('a long hostile text is read in linear time', () => {
  const hostile = ['://', 'eyJ-', 'bearer ', 'token', '-----BEGIN', 'authorization:', 'a.'].map((part) =>
    part.repeat(20_000),
  );
  const startedAt = performance.now();
  for (const text of hostile) redactText(text);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
