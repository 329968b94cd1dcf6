import { expect, test } from 'vitest';
import { askedBy } from '#kube/transport/asked.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { bind, bindRight } from './bind.ts';
import { evict, evictRight } from './evict.ts';
import { scriptedTransport } from './fixtures/scripted-transport.ts';
import { KubeClient } from './kube-client.ts';
import { pods } from './pods.ts';
import { resize, resizeRight } from './resize.ts';
import type { Resource } from './resource.ts';
import { type PolicyRule, rightAsked, rightOf } from './rights.ts';
import { getScale, getScaleRight, setReplicas, setReplicasRight } from './scale.ts';
import { serverVersion, serverVersionRight } from './server-version.ts';
import { patchStatus, patchStatusRight, updateStatus, updateStatusRight } from './status.ts';

const deployments: Resource = {
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
};
const rules: Resource = {
  group: 'plimsoll.dev',
  version: 'v1',
  plural: 'nodeloadrules',
  kind: 'NodeLoadRule',
  namespaced: false,
  strict: true,
};
const at = { namespace: 'a', name: 'b' };
const object = { metadata: { ...at, resourceVersion: '7' }, spec: {} };

interface Case {
  readonly name: string;
  readonly call: (client: KubeClient) => Promise<unknown>;
  readonly right: PolicyRule;
  /** `METHOD /path?query priority repeatable` */
  readonly line: string;
  readonly body?: object;
}

const typed = { apiVersion: 'apps/v1', kind: 'Deployment' };
const cases: readonly Case[] = [
  {
    name: 'get',
    call: (client) => client.get(pods, at),
    right: rightOf(pods, 'get'),
    line: 'GET /api/v1/namespaces/a/pods/b read yes',
  },
  {
    name: 'get what belongs to no namespace',
    call: (client) => client.get(rules, { name: 'r' }),
    right: rightOf(rules, 'get'),
    line: 'GET /apis/plimsoll.dev/v1/nodeloadrules/r read yes',
  },
  {
    name: 'create',
    call: (client) => client.create(deployments, object, { dryRun: true, priority: 'act' }),
    right: rightOf(deployments, 'create'),
    line: 'POST /apis/apps/v1/namespaces/a/deployments?dryRun=All&fieldManager=plimsoll act no',
    body: { ...typed, ...object },
  },
  {
    name: 'create one of our own kind: unknown fields are refused',
    call: (client) => client.create(rules, { metadata: { name: 'r' } }, { fieldManager: 'me' }),
    right: rightOf(rules, 'create'),
    line: 'POST /apis/plimsoll.dev/v1/nodeloadrules?fieldManager=me&fieldValidation=Strict read no',
  },
  {
    name: 'update',
    call: (client) => client.update(deployments, object),
    right: rightOf(deployments, 'update'),
    line: 'PUT /apis/apps/v1/namespaces/a/deployments/b?fieldManager=plimsoll read no',
    body: { ...typed, ...object },
  },
  {
    name: 'merge patch',
    call: (client) => client.patch(pods, at, { kind: 'merge', change: { metadata: { labels: { x: null } } } }),
    right: rightOf(pods, 'patch'),
    line: 'PATCH /api/v1/namespaces/a/pods/b?fieldManager=plimsoll read yes application/merge-patch+json',
    body: { metadata: { labels: { x: null } } },
  },
  {
    name: 'a patch bound to a version is not repeated',
    call: (client) => client.patch(pods, at, { kind: 'strategic', change: { metadata: { resourceVersion: '7' } } }),
    right: rightOf(pods, 'patch'),
    line: 'PATCH /api/v1/namespaces/a/pods/b?fieldManager=plimsoll read no application/strategic-merge-patch+json',
  },
  {
    name: 'JSON patch',
    call: (client) => client.patch(pods, at, { kind: 'json', steps: [{ op: 'remove', path: '/metadata/labels/x' }] }),
    right: rightOf(pods, 'patch'),
    line: 'PATCH /api/v1/namespaces/a/pods/b?fieldManager=plimsoll read no application/json-patch+json',
    body: [{ op: 'remove', path: '/metadata/labels/x' }],
  },
  {
    name: 'apply',
    call: (client) => client.patch(deployments, at, { kind: 'apply', wanted: { spec: {} }, conflicts: 'take-over' }),
    right: rightOf(deployments, 'patch'),
    line: 'PATCH /apis/apps/v1/namespaces/a/deployments/b?force=true&fieldManager=plimsoll read yes application/apply-patch+yaml',
    body: { ...typed, metadata: { name: 'b' }, spec: {} },
  },
  {
    name: 'delete, whoever has the name',
    call: (client) => client.delete(pods, at, { gracePeriodSeconds: 0, propagation: 'Foreground', dryRun: true }),
    right: rightOf(pods, 'delete'),
    line: 'DELETE /api/v1/namespaces/a/pods/b act no',
    body: {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds: 0,
      propagationPolicy: 'Foreground',
      dryRun: ['All'],
    },
  },
  {
    name: 'delete that very one',
    call: (client) => client.delete(pods, at, { preconditions: { uid: 'u' } }),
    right: rightOf(pods, 'delete'),
    line: 'DELETE /api/v1/namespaces/a/pods/b act yes',
    body: { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'u' } },
  },
  {
    name: 'evict',
    call: (client) => evict(client, at, { preconditions: { uid: 'u' }, dryRun: true }),
    right: evictRight,
    line: 'POST /api/v1/namespaces/a/pods/b/eviction?dryRun=All act no',
    body: {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'b', namespace: 'a' },
      deleteOptions: { apiVersion: 'v1', kind: 'DeleteOptions', preconditions: { uid: 'u' }, dryRun: ['All'] },
    },
  },
  {
    name: 'bind',
    call: (client) => bind(client, { ...at, uid: 'u' }, 'n'),
    right: bindRight,
    line: 'POST /api/v1/namespaces/a/pods/b/binding?fieldManager=plimsoll act no',
    body: {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'b', namespace: 'a', uid: 'u' },
      target: { apiVersion: 'v1', kind: 'Node', name: 'n' },
    },
  },
  {
    name: 'resize',
    call: (client) => resize(client, at, [{ name: 'app', resources: { requests: { cpu: '1' } } }]),
    right: resizeRight,
    line: 'PATCH /api/v1/namespaces/a/pods/b/resize?fieldManager=plimsoll act yes application/strategic-merge-patch+json',
    body: { spec: { containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }] } },
  },
  {
    name: 'update status',
    call: (client) => updateStatus(client, deployments, object),
    right: updateStatusRight(deployments),
    line: 'PUT /apis/apps/v1/namespaces/a/deployments/b/status?fieldManager=plimsoll status no',
  },
  {
    name: 'patch status',
    call: (client) =>
      patchStatus(client, rules, { at: { name: 'r' }, patch: { kind: 'merge', change: { status: {} } } }),
    right: patchStatusRight(rules),
    line: 'PATCH /apis/plimsoll.dev/v1/nodeloadrules/r/status?fieldManager=plimsoll&fieldValidation=Strict status yes application/merge-patch+json',
  },
  {
    name: 'get scale',
    call: (client) => getScale(client, deployments, at),
    right: getScaleRight(deployments),
    line: 'GET /apis/apps/v1/namespaces/a/deployments/b/scale read yes',
  },
  {
    name: 'set replicas',
    call: (client) => setReplicas(client, deployments, { at, replicas: 3, resourceVersion: '7' }),
    right: setReplicasRight(deployments),
    line: 'PATCH /apis/apps/v1/namespaces/a/deployments/b/scale?fieldManager=plimsoll act no application/merge-patch+json',
    body: { metadata: { resourceVersion: '7' }, spec: { replicas: 3 } },
  },
];
for (const c of cases) {
  test(c.name, async () => {
    const transport = scriptedTransport(() => ({}));
    await c.call(new KubeClient(transport));
    const [ask] = transport.asked;
    const query = new URLSearchParams(ask!.query).toString();
    const line = [
      ask!.method,
      `${ask!.path}${query === '' ? '' : `?${query}`}`,
      ask!.priority,
      ask!.repeatable,
      ask!.contentType,
    ];
    expect(line.filter((part) => part !== undefined).join(' ')).toBe(c.line);
    if (c.body) expect(JSON.parse(String(ask!.body))).toEqual(c.body);
    expect(rightAsked(askedBy(ask!)), 'the right declared is the one the server will check').toEqual(c.right);
  });
}

test('a decoder makes of the answer what is wanted', async () => {
  const client = new KubeClient(scriptedTransport(() => ({ metadata: { name: 'b' } })));
  const names: Resource<string> = { ...pods, decode: (value) => JSON.stringify(value) };
  expect(await client.get(names, at)).toBe('{"metadata":{"name":"b"}}');
});

test('what is not there is an answer to find, and a fault to get', async () => {
  const notThere = new KubeFault('kube/not-found', 'no');
  const client = new KubeClient(scriptedTransport(() => Promise.reject(notThere)));
  expect(await client.find(pods, at)).toBeUndefined();
  await expect(client.get(pods, at)).rejects.toBe(notThere);
});

test('a deletion shows the object as it was last, or nothing', async () => {
  const answers = [
    { kind: 'Pod', metadata: { name: 'b' } },
    { kind: 'Status', status: 'Success' },
  ];
  const client = new KubeClient(scriptedTransport((_, index) => answers[index]));
  expect(await client.delete(pods, at)).toEqual(answers[0]);
  expect(await client.delete(pods, at)).toBeUndefined();
});

test('an answer that is no JSON is a fault', async () => {
  const client = new KubeClient(scriptedTransport(() => '<html>'));
  await expect(client.get(pods, at)).rejects.toMatchObject({
    code: 'kube/malformed',
    message: expect.stringMatching(/^GET \/api\/v1\/namespaces\/a\/pods\/b: the answer is not JSON: /),
  });
});

const nowhere: readonly { name: string; call: (client: KubeClient) => Promise<unknown> }[] = [
  { name: 'a namespaced object without its namespace', call: (client) => client.get(pods, { name: 'b' }) },
  { name: 'no name', call: (client) => client.get(pods, { namespace: 'a', name: '' }) },
  { name: 'a name that would climb', call: (client) => client.get(pods, { namespace: 'a', name: '..' }) },
  { name: 'an object without a name', call: (client) => client.update(pods, { metadata: { namespace: 'a' } }) },
  { name: 'a creation without a namespace', call: (client) => client.create(pods, { metadata: { name: 'a' } }) },
];
for (const { name, call } of nowhere) {
  test(`${name} is asked for nowhere`, async () => {
    const transport = scriptedTransport(() => ({}));
    await expect(call(new KubeClient(transport))).rejects.toMatchObject({ code: 'kube/invalid', taken: 'no' });
    expect(transport.asked).toEqual([]);
  });
}

test('a name is one segment of a path, whatever it holds', async () => {
  const transport = scriptedTransport(() => ({}));
  await new KubeClient(transport).get({ ...rules, plural: 'clusterroles' }, { name: 'system:a/b?c' });
  expect(transport.asked[0]?.path).toBe('/apis/plimsoll.dev/v1/clusterroles/system%3Aa%2Fb%3Fc');
});

test('the minor version of "37+" is 37', async () => {
  const transport = scriptedTransport(() => ({ major: '1', minor: '37+', gitVersion: 'v1.37.2-eks-1' }));
  expect(await serverVersion(new KubeClient(transport))).toEqual({ major: 1, minor: 37, full: 'v1.37.2-eks-1' });
  expect(rightAsked(askedBy(transport.asked[0]!))).toEqual(serverVersionRight);
  const silent = new KubeClient(scriptedTransport(() => ({})));
  await expect(serverVersion(silent)).rejects.toMatchObject({ code: 'kube/malformed' });
});
