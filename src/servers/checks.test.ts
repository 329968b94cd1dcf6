import { expect, test } from 'vitest';
import { checksReply, type Check } from './checks.ts';

const holds = (name: string): Check => ({ name, run: () => ({ ok: true }) });
const fails = (name: string, reason: string): Check => ({ name, run: () => ({ ok: false, reason }) });
const breaks: Check = {
  name: 'broken',
  run() {
    throw new Error('no such row');
  },
};

const cases = [
  { name: 'nothing to check is well', checks: [], verbose: false, status: 200, body: 'ok\n' },
  { name: 'all well is one word', checks: [holds('a'), holds('b')], verbose: false, status: 200, body: 'ok\n' },
  {
    name: 'all well lists every check when asked',
    checks: [holds('a'), holds('b')],
    verbose: true,
    status: 200,
    body: '[+]a ok\n[+]b ok\nreadyz check passed\n',
  },
  {
    name: 'a failure says which check and why',
    checks: [holds('a'), fails('cache', 'pods were not listed yet')],
    verbose: false,
    status: 503,
    body: '[-]cache failed: pods were not listed yet\nreadyz check failed\n',
  },
  {
    name: 'a failure lists the rest when asked',
    checks: [holds('a'), fails('cache', 'empty'), holds('c')],
    verbose: true,
    status: 503,
    body: '[+]a ok\n[-]cache failed: empty\n[+]c ok\nreadyz check failed\n',
  },
  {
    name: 'a check that throws has failed, and the others still run',
    checks: [breaks, fails('cache', 'empty')],
    verbose: false,
    status: 503,
    body: '[-]broken failed: the check itself broke: no such row\n[-]cache failed: empty\nreadyz check failed\n',
  },
  {
    name: 'a reason stays on its line',
    checks: [fails('cache', 'empty\n[+]cache ok')],
    verbose: false,
    status: 503,
    body: '[-]cache failed: empty [+]cache ok\nreadyz check failed\n',
  },
];
for (const c of cases) {
  test(c.name, () => {
    const reply = checksReply({ probe: 'readyz', checks: c.checks, verbose: c.verbose });
    expect(reply).toMatchObject({ status: c.status, body: c.body, contentType: 'text/plain; charset=utf-8' });
  });
}
