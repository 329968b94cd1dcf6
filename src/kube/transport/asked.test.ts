import { expect, test } from 'vitest';
import { askedBy, inWords } from './asked.ts';
import type { Ask } from './transport.ts';

const cases: readonly [Ask['method'], string, string][] = [
  ['GET', '/api/v1/pods', 'list pods'],
  ['GET', '/api/v1/pods?watch=true', 'watch pods'],
  ['GET', '/api/v1/namespaces/a/pods', 'list pods'],
  ['GET', '/api/v1/namespaces/a/pods/b', 'get pods'],
  ['GET', '/api/v1/namespaces/a/pods/b/status', 'get pods/status'],
  ['POST', '/api/v1/namespaces/a/pods/b/eviction', 'create pods/eviction'],
  ['POST', '/api/v1/namespaces/a/pods', 'create pods'],
  ['PUT', '/api/v1/nodes/n', 'update nodes'],
  ['PATCH', '/apis/apps/v1/namespaces/a/deployments/b/scale', 'patch deployments.apps/scale'],
  ['DELETE', '/apis/plimsoll.dev/v1/nodeloadrules/r', 'delete nodeloadrules.plimsoll.dev'],
  ['DELETE', '/api/v1/namespaces/a/pods', 'deletecollection pods'],
  ['GET', '/api/v1/namespaces', 'list namespaces'],
  ['GET', '/api/v1/namespaces/a', 'get namespaces'],
  ['PUT', '/api/v1/namespaces/a/finalize', 'update namespaces/finalize'],
  ['GET', '/version', 'get /version'],
  ['GET', '/apis/apps/v1', 'get /apis/apps/v1'],
];
for (const [method, line, want] of cases) {
  test(`${method} ${line}`, () => {
    const [path = '', query] = line.split('?');
    const ask: Ask = { method, path, repeatable: 'yes', query: Object.fromEntries(new URLSearchParams(query)) };
    expect(inWords(askedBy(ask))).toBe(want);
  });
}
