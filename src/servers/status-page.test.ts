import { expect, test } from 'vitest';
import type { RoleStatus } from '#views/status/role-status.ts';
import { statusReply } from './status-page.ts';

const rules: RoleStatus = {
  role: 'rules',
  kind: 'loop',
  leader: { kind: 'self' },
  lastPass: { kind: 'never' },
  queueDepth: 'unknown',
  watched: [],
};

function asked(accept: string, query = '') {
  return statusReply({ method: 'GET', path: '/statusz', query: new URLSearchParams(query), accept }, [rules], 0);
}

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const cases = [
  { name: 'nothing asked is text', accept: '', query: '', want: 'text/plain; charset=utf-8' },
  { name: 'curl reads text', accept: '*/*', query: '', want: 'text/plain; charset=utf-8' },
  { name: 'a browser reads text', accept: browser, query: '', want: 'text/plain; charset=utf-8' },
  { name: 'JSON is given when accepted by name', accept: 'application/json', query: '', want: 'application/json' },
  {
    name: 'JSON beside anything is JSON',
    accept: 'application/json, text/plain, */*',
    query: '',
    want: 'application/json',
  },
  {
    name: 'the greater wish wins',
    accept: 'application/json;q=0.5, text/plain',
    query: '',
    want: 'text/plain; charset=utf-8',
  },
  { name: 'JSON refused is text', accept: 'application/json;q=0', query: '', want: 'text/plain; charset=utf-8' },
  {
    name: 'an unreadable weight is no wish',
    accept: 'application/json;q=much',
    query: '',
    want: 'text/plain; charset=utf-8',
  },
  {
    name: 'the query wins over the header',
    accept: 'application/json',
    query: 'format=text',
    want: 'text/plain; charset=utf-8',
  },
  { name: 'JSON is given when the query says so', accept: '*/*', query: 'format=json', want: 'application/json' },
];
for (const c of cases) {
  test(c.name, () => {
    expect(asked(c.accept, c.query)).toMatchObject({ status: 200, contentType: c.want });
  });
}

test('text and JSON show the same rows', () => {
  expect(asked('').body).toContain('rules   loop   self     never       never     never   unknown   -');
  expect(JSON.parse(asked('application/json').body)).toEqual({
    roles: [{ role: 'rules', kind: 'loop', leader: 'self', lastPass: 'never', queueDepth: 'unknown', agesMs: {} }],
  });
});

test('a format we do not have is refused and named', () => {
  expect(asked('', 'format=yaml')).toMatchObject({ status: 400, body: '{"message":"?format= is text or json"}\n' });
});
