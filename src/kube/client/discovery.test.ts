import { expect, test } from 'vitest';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { Discovery, discoveryRights } from './discovery.ts';
import { scriptedTransport } from './fixtures/scripted-transport.ts';
import { KubeClient } from './kube-client.ts';

const aggregated: Readonly<Record<string, unknown>> = {
  '/api': list([group('', ['v1', [entry('pods', 'Pod', 'Namespaced', ['po'], ['eviction', 'binding'])]])]),
  '/apis': list([
    group('apps', ['v1', [entry('deployments', 'Deployment', 'Namespaced', ['deploy'], ['scale', 'status'])]]),
    group('example.com', ['v2', [entry('things', 'Thing', 'Cluster')]], ['v1', [entry('things', 'Thing', 'Cluster')]]),
    { metadata: { name: 'metrics.k8s.io' }, versions: [{ version: 'v1beta1', freshness: 'Stale', resources: [] }] },
  ]),
};

function list(items: readonly object[]): object {
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items };
}
function group(name: string, ...versions: readonly (readonly [string, readonly object[]])[]): object {
  const metadata = name === '' ? {} : { name };
  return { metadata, versions: versions.map(([version, resources]) => ({ version, freshness: 'Current', resources })) };
}
function entry(
  plural: string,
  kind: string,
  scope: string,
  shortNames?: string[],
  subresources: string[] = [],
): object {
  return {
    resource: plural,
    responseKind: { group: '', version: '', kind },
    scope,
    singularResource: kind.toLowerCase(),
    verbs: ['get', 'list'],
    shortNames,
    subresources: subresources.map((subresource) => ({ subresource, verbs: ['get'] })),
  };
}

const plain: Readonly<Record<string, unknown>> = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    groups: [
      { name: 'apps', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
      { name: 'example.com', versions: [{ version: 'v1' }, { version: 'v2' }], preferredVersion: { version: 'v2' } },
      { name: 'metrics.k8s.io', versions: [{ version: 'v1beta1' }], preferredVersion: { version: 'v1beta1' } },
    ],
  },
  '/api/v1': {
    resources: [
      { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs: ['get', 'list'], shortNames: ['po'] },
      { name: 'pods/eviction', kind: 'Eviction' },
      { name: 'pods/binding', kind: 'Binding' },
    ],
  },
  '/apis/apps/v1': {
    resources: [
      {
        name: 'deployments',
        singularName: 'deployment',
        namespaced: true,
        kind: 'Deployment',
        verbs: ['get', 'list'],
        shortNames: ['deploy'],
      },
      { name: 'deployments/scale', kind: 'Scale' },
      { name: 'deployments/status', kind: 'Deployment' },
    ],
  },
  '/apis/example.com/v2': {
    resources: [{ name: 'things', singularName: 'thing', namespaced: false, kind: 'Thing', verbs: ['get', 'list'] }],
  },
  '/apis/example.com/v1': {
    resources: [{ name: 'things', singularName: 'thing', namespaced: false, kind: 'Thing', verbs: ['get', 'list'] }],
  },
};

/** What the server answers; a path it does not know is broken. */
const answering = (answers: Readonly<Record<string, unknown>>): ReturnType<typeof scriptedTransport> =>
  scriptedTransport(({ path }) => answers[path] ?? Promise.reject(new KubeFault('kube/server-error', 'down')));

test('both ways of telling it say the same', async () => {
  const told = await Promise.all(
    [aggregated, plain].map((answers) => new Discovery(new KubeClient(answering(answers)), () => 0).served()),
  );
  expect(told[0]).toEqual(told[1]);
  expect(told[0]?.resources.map(({ group, version, plural }) => `${group}/${version} ${plural}`)).toEqual([
    '/v1 pods',
    'apps/v1 deployments',
    'example.com/v2 things',
    'example.com/v1 things',
  ]);
  expect(told[0]?.missing).toEqual(['metrics.k8s.io/v1beta1']);
});

const names = [
  { name: 'pods', want: 'v1 pods' },
  { name: 'Pod', want: 'v1 pods' },
  { name: 'po', want: 'v1 pods' },
  { name: 'deploy', want: 'v1 deployments' },
  { name: 'deployments.apps', want: 'v1 deployments' },
  { name: 'thing', want: 'v2 things' },
  { name: 'deployments.extensions', want: undefined },
];
for (const { name, want } of names) {
  test(`${name} is ${want ?? 'nothing'}`, async () => {
    const found = await new Discovery(new KubeClient(answering(aggregated)), () => 0).find(name);
    expect(found && `${found.version} ${found.plural}`).toBe(want);
  });
}

test('served is served in exactly that version', async () => {
  const discovery = new Discovery(new KubeClient(answering(aggregated)), () => 0);
  expect(await discovery.serves('example.com', 'v1', 'things')).toBe(true);
  expect(await discovery.serves('example.com', 'v3', 'things')).toBe(false);
  expect(await discovery.serves('', 'v1', 'things')).toBe(false);
});

test('asked once for all who want to know, again when it is old, sooner when something is missed', async () => {
  let now = 0;
  const transport = answering(aggregated);
  const discovery = new Discovery(new KubeClient(transport), () => now, { keptForMs: 1000, missKeptForMs: 100 });
  const rounds = (): number => transport.asked.length / 2;
  await Promise.all([discovery.find('pods'), discovery.find('deploy'), discovery.served()]);
  expect(rounds()).toBe(1);
  now = 99;
  await discovery.find('unheard-of');
  expect(rounds()).toBe(1);
  now = 100;
  await Promise.all([discovery.find('unheard-of'), discovery.find('pods')]);
  expect(rounds()).toBe(2);
  now = 1099;
  await discovery.find('pods');
  expect(rounds()).toBe(2);
  now = 1100;
  await discovery.find('pods');
  expect(rounds()).toBe(3);
  discovery.forget();
  await discovery.find('pods');
  expect(rounds()).toBe(4);
});

test('a round that failed is not kept', async () => {
  let isDown = true;
  const transport = scriptedTransport(({ path }) =>
    isDown ? Promise.reject(new KubeFault('kube/unreachable', 'down')) : aggregated[path],
  );
  const discovery = new Discovery(new KubeClient(transport), () => 0);
  await expect(discovery.find('pods')).rejects.toMatchObject({ code: 'kube/unreachable' });
  isDown = false;
  expect((await discovery.find('pods'))?.plural).toBe('pods');
});

test('what is asked for is what its right allows', async () => {
  const transport = answering(plain);
  await new Discovery(new KubeClient(transport), () => 0).served();
  const urls = discoveryRights.flatMap((rule) => ('nonResourceURLs' in rule ? rule.nonResourceURLs : []));
  const allowed = (path: string): boolean =>
    urls.some((url) => (url.endsWith('*') ? path.startsWith(url.slice(0, -1)) : path === url));
  expect(transport.asked.length).toBeGreaterThan(5);
  expect(transport.asked.filter(({ path }) => !allowed(path))).toEqual([]);
});
