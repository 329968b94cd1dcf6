import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const cases = [
  {
    name: 'prose stays',
    text: 'getting token: permission denied for ann@example.com',
    want: 'getting token: permission denied for ann@example.com',
  },
  {
    name: 'paths stay',
    text: 'open /home/ann/.aws/sso/cache/config.json: no such file',
    want: 'open /home/ann/.aws/sso/cache/config.json: no such file',
  },
  {
    name: 'a JSON web token goes',
    text: 'refused eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln today',
    want: 'refused [blanked] today',
  },
  { name: 'a bearer header goes', text: 'Authorization: Bearer abc.def-123', want: 'Authorization: Bearer [blanked]' },
  {
    name: 'a password in an address goes',
    text: 'GET https://ann:hunter2@host/x',
    want: 'GET https://ann:[blanked]@host/x',
  },
  {
    name: 'a flag goes',
    text: 'ran --client-secret=s3cr3t --verbose',
    want: 'ran --client-secret=[blanked] --verbose',
  },
  {
    name: 'a JSON field goes',
    text: '{"refresh_token": "abc", "user": "ann"}',
    want: '{"refresh_token": "[blanked]", "user": "ann"}',
  },
  { name: 'a long value after a colon goes', text: 'access_token: 0123456789abcdef', want: 'access_token: [blanked]' },
  {
    name: 'a private key goes, even cut short',
    text: 'x\n-----BEGIN EC PRIVATE KEY-----\nabc\ndef',
    want: 'x\n[blanked]',
  },
  { name: 'what is long and opaque goes', text: `got ${'a1B2'.repeat(12)}!`, want: 'got [blanked]!' },
  {
    name: 'what is known to be secret goes',
    text: 'no such user: swordfish',
    known: ['swordfish'],
    want: 'no such user: [blanked]',
  },
];
for (const c of cases) test(c.name, () => expect(withoutSecrets(c.text, c.known)).toBe(c.want));
