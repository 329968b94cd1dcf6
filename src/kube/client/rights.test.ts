import { expect, test } from 'vitest';
import { askedBy } from '#kube/transport/asked.ts';
import { pods } from './pods.ts';
import { inShort, RightsAsked, rightOf } from './rights.ts';

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
