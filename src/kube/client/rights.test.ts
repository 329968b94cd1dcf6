import { expect, test } from 'vitest';
import { askedBy } from '#kube/transport/asked.ts';
import { pods } from './pods.ts';
import { inShort, named, RightsAsked, rightOf } from './rights.ts';

test('many rules in few: one a resource, sorted, each verb once', () => {
  const many = [
    rightOf(pods, 'watch'),
    rightOf(pods, 'create', 'eviction'),
    { nonResourceURLs: ['/version'], verbs: ['get'] },
    { apiGroups: ['apps'], resources: ['deployments', 'replicasets'], verbs: ['list', 'get'] },
    rightOf(pods, 'list'),
    rightOf(pods, 'watch'),
  ];
  expect(inShort(many)).toEqual([
    { apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] },
    { apiGroups: [''], resources: ['pods/eviction'], verbs: ['create'] },
    { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list'] },
    { apiGroups: ['apps'], resources: ['replicasets'], verbs: ['get', 'list'] },
    { nonResourceURLs: ['/version'], verbs: ['get'] },
  ]);
});

test('what was asked for is what is needed, however often', () => {
  const rights = new RightsAsked();
  for (const path of ['/api/v1/namespaces/a/pods/b', '/api/v1/namespaces/a/pods/c', '/api/v1/pods', '/version'])
    rights.asked(askedBy({ method: 'GET', path, repeatable: 'yes' }));
  expect(rights.rules()).toEqual([
    { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] },
    { nonResourceURLs: ['/version'], verbs: ['get'] },
  ]);
});

test('a right on one object is told apart from the right on all; to create is never bound to a name', () => {
  const ofOne = (['get', 'delete', 'create'] as const).map((verb) => named(rightOf(pods, verb), 'web-0'));
  expect(inShort([...ofOne, rightOf(pods, 'list')])).toEqual([
    { apiGroups: [''], resources: ['pods'], resourceNames: ['web-0'], verbs: ['delete', 'get'] },
    { apiGroups: [''], resources: ['pods'], verbs: ['create', 'list'] },
  ]);
});
