import { randomUUID } from 'node:crypto';
import { describe, expect, type TestAPI } from 'vitest';
import type { Credentials } from '#kube/config/credentials.ts';
import type { KubeConfig } from '#kube/config/kube-config.ts';
import { HttpTransport } from '#kube/transport/http-transport.ts';
import { transportDefaults } from '#kube/transport/options.ts';
import { type ClusterFixtures, clusterTest } from '#test/control-plane/cluster-test.ts';
import { startControlPlane } from '#test/control-plane/start-control-plane.ts';
import { readyPods } from '#test/support/cluster-state.ts';
import { until } from '#test/support/until.ts';
import { aBudget, aContainer, aDeployment } from '#test/support/workloads.ts';
import { bind } from './bind.ts';
import { Discovery } from './discovery.ts';
import { evict } from './evict.ts';
import { KubeClient } from './kube-client.ts';
import type { KubeObject } from './kube-object.ts';
import { resize } from './resize.ts';
import type { Resource } from './resource.ts';
import { RightsAsked } from './rights.ts';
import { getScale, setReplicas } from './scale.ts';
import { serverVersion } from './server-version.ts';
import { patchStatus, updateStatus } from './status.ts';

/** Objects whose content the tests look into. */
interface Deep extends KubeObject {
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
}

const pods: Resource<Deep> = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };
const configMaps: Resource<Deep> = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};
const deployments: Resource<Deep> = {
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
};
const budgets: Resource<Deep> = {
  group: 'policy',
  version: 'v1',
  plural: 'poddisruptionbudgets',
  kind: 'PodDisruptionBudget',
  namespaced: true,
};
const crds: Resource<Deep> = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
};

interface Fixtures {
  readonly client: KubeClient;
  readonly rights: RightsAsked;
}

const clientTest: TestAPI<ClusterFixtures & Fixtures> = clusterTest.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture that needs none
  rights: async ({}, use) => use(new RightsAsked()),
  client: async ({ controlPlane: { url, ca, cert, key }, rights }, use) => {
    const transport = new HttpTransport(aConfig(url, ca, { cert, key }), {
      ...transportDefaults,
      userAgent: 'plimsoll-test/0 (client)',
      qps: 1000,
      burst: 1000,
      observer: { asked: rights.asked },
    });
    await use(new KubeClient(transport));
    await transport.close();
  },
});

function aConfig(url: string, ca: string, certificate: { cert: string; key: string }): KubeConfig {
  const credentials: Credentials = {
    headers: () => Promise.resolve({}),
    clientCertificate: () => Promise.resolve(certificate),
    refused: () => {},
  };
  return {
    server: new URL(url),
    tls: { ca: () => Promise.resolve(ca), serverName: undefined, insecure: false },
    credentials,
    proxyUrl: undefined,
    impersonate: undefined,
    namespace: 'default',
    disableCompression: false,
    contextName: undefined,
  };
}

const aConfigMap = (namespace: string, name: string, more: object = {}): Deep => ({
  metadata: { namespace, name },
  data: { a: '1' },
  ...more,
});
const aPod = (namespace: string, name: string, spec: object = {}): Deep => ({
  metadata: { namespace, name, labels: { app: name } },
  spec: { containers: [aContainer()], terminationGracePeriodSeconds: 0, ...spec },
});

describe('verbs on a real API server', () => {
  clientTest('create, get, update, patch and delete a ConfigMap', async ({ client, namespace, rights }) => {
    const at = { namespace, name: 'one' };
    const created = await client.create(configMaps, aConfigMap(namespace, 'one'));
    await expect(client.create(configMaps, aConfigMap(namespace, 'one'))).rejects.toMatchObject({
      code: 'kube/conflict',
      reason: 'AlreadyExists',
    });
    expect(await client.get(configMaps, at)).toEqual(created);
    expect(await client.find(configMaps, { namespace, name: 'none' })).toBeUndefined();

    const updated = await client.update(configMaps, { ...created, data: { a: '2' } });
    expect(updated.data).toEqual({ a: '2' });
    await expect(client.update(configMaps, { ...created, data: { a: '3' } })).rejects.toMatchObject({
      code: 'kube/conflict',
      reason: 'Conflict',
    });

    const merged = await client.patch(configMaps, at, { kind: 'merge', change: { data: { a: null, b: '1' } } });
    expect(merged.data).toEqual({ b: '1' });
    const stepped = await client.patch(configMaps, at, {
      kind: 'json',
      steps: [
        { op: 'test', path: '/data/b', value: '1' },
        { op: 'replace', path: '/data/b', value: '2' },
      ],
    });
    expect(stepped.data).toEqual({ b: '2' });
    await client.patch(configMaps, at, { kind: 'strategic', change: { metadata: { labels: { x: 'y' } } } });

    await expect(client.delete(configMaps, at, { preconditions: { uid: randomUUID() } })).rejects.toMatchObject({
      code: 'kube/conflict',
    });
    await client.delete(configMaps, at, { preconditions: { uid: created.metadata?.uid } });
    await expect(client.get(configMaps, at)).rejects.toMatchObject({
      code: 'kube/not-found',
      status: 404,
      taken: 'no',
    });
    expect(rights.rules()).toEqual([
      { apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'delete', 'get', 'patch', 'update'] },
    ]);
  });

  clientTest('a dry run checks all and stores nothing', async ({ client, namespace }) => {
    const dry = await client.create(deployments, inNamespace(namespace, aDeployment('web')), { dryRun: true });
    expect(dry.metadata?.uid).toBeDefined();
    expect(await client.find(deployments, { namespace, name: 'web' })).toBeUndefined();
    const wrong = inNamespace(namespace, aDeployment('web', { replicas: -1 }));
    await expect(client.create(deployments, wrong, { dryRun: true })).rejects.toMatchObject({
      code: 'kube/invalid',
      status: 422,
      causes: [expect.objectContaining({ reason: 'FieldValueInvalid', field: 'spec.replicas' })],
    });
  });

  clientTest('scale and status of a Deployment', async ({ client, namespace }) => {
    const at = { namespace, name: 'web' };
    await client.create(deployments, inNamespace(namespace, aDeployment('web', { nodeSelector: { pool: 'none' } })));
    const { metadata, spec } = await getScale(client, deployments, at);
    expect(spec?.replicas).toBe(1);
    expect((await setReplicas(client, deployments, { at, replicas: 2 })).spec?.replicas).toBe(2);
    const stale = metadata?.resourceVersion ?? '';
    await expect(setReplicas(client, deployments, { at, replicas: 3, resourceVersion: stale })).rejects.toMatchObject({
      code: 'kube/conflict',
    });
  });

  clientTest('1,200 ConfigMaps come in pages', async ({ client, namespace }) => {
    const names = Array.from({ length: 1200 }, (_, i) => `c-${String(i).padStart(4, '0')}`);
    await Promise.all(
      names.map((name) =>
        client.create(
          configMaps,
          aConfigMap(namespace, name, { metadata: { namespace, name, labels: { many: 'yes' } } }),
        ),
      ),
    );
    const found: (string | undefined)[] = [];
    const pages: string[] = [];
    for await (const { follows, items, remaining } of client.list(configMaps, {
      namespace,
      labelSelector: 'many=yes',
      limit: 500,
    })) {
      pages.push(`${follows} ${items.length} ${remaining ?? '-'}`);
      found.push(...items.map(({ metadata }) => metadata?.name));
    }
    expect(found).toEqual(names);
    expect(pages).toEqual(['first 500 -', 'next 500 -', 'next 200 -']);
  });

  clientTest('the version is that of the binary we built', async ({ client }) => {
    const version = await serverVersion(client);
    expect([version.major, version.minor >= 34, version.full.startsWith('v1.')]).toEqual([1, true, true]);
  });
});

describe('pods on a real API server', () => {
  clientTest('bind places a pod once, and not another of its name', async ({ client, namespace, startNodes }) => {
    await startNodes(1);
    const created = await client.create(pods, aPod(namespace, 'lone', { schedulerName: 'nobody' }));
    const pod = { namespace, name: 'lone' };
    await expect(bind(client, { ...pod, uid: randomUUID() }, `${namespace}-0000`)).rejects.toMatchObject({
      code: 'kube/conflict',
    });
    const bound = { ...pod, uid: created.metadata!.uid! };
    await bind(client, bound, `${namespace}-0000`);
    expect((await client.get(pods, pod)).spec?.['nodeName']).toBe(`${namespace}-0000`);
    await expect(bind(client, bound, `${namespace}-0000`)).rejects.toMatchObject({ code: 'kube/conflict' });
  });

  clientTest(
    'evict asks, and tells a refusal by a budget from one for ever',
    async ({ client, namespace, api, startNodes }) => {
      await startNodes(1);
      await client.create(
        deployments,
        inNamespace(namespace, aDeployment('web', { nodeSelector: { pool: namespace } })),
      );
      const [pod] = await readyPods(api, namespace, 'web', 1);
      const at = { namespace, name: String(pod.metadata.name) };
      await addBudget(client, namespace, 'first');
      await expect(evict(client, at)).rejects.toMatchObject({
        code: 'kube/throttled',
        taken: 'no',
        causes: [expect.objectContaining({ reason: 'DisruptionBudget' })],
        message: expect.stringContaining('needs 1 healthy pods and has 1 currently'),
      });
      await addBudget(client, namespace, 'second');
      await expect(evict(client, at)).rejects.toMatchObject({
        code: 'kube/server-error',
        message: expect.stringContaining('more than one PodDisruptionBudget'),
      });
      for (const name of ['first', 'second']) await client.delete(budgets, { namespace, name });
      await expect(evict(client, at, { preconditions: { uid: randomUUID() } })).rejects.toMatchObject({
        code: 'kube/conflict',
      });
      await evict(client, at, { preconditions: { uid: String(pod.metadata.uid) }, dryRun: true });
      expect((await client.get(pods, at)).metadata?.deletionTimestamp).toBeUndefined();
      await evict(client, at, { preconditions: { uid: String(pod.metadata.uid) } });
      await until('the pod to go', async () => ((await client.find(pods, at)) === undefined ? true : undefined));
    },
  );

  clientTest('resize changes what a running pod asks for', async ({ client, namespace, startNodes }) => {
    await startNodes(1);
    const at = { namespace, name: 'big' };
    await client.create(pods, aPod(namespace, 'big', { nodeSelector: { pool: namespace } }));
    await until('the pod to run', async () =>
      (await client.get(pods, at)).status?.['phase'] === 'Running' ? true : undefined,
    );
    const resized = await resize(client, at, [{ name: 'app', resources: { requests: { cpu: '150m' } } }]);
    expect(JSON.stringify(resized)).toContain('"cpu":"150m"');
  });
});

describe('a kind of our own on a real API server', () => {
  clientTest(
    'discovery finds it, apply owns its fields, status is apart, unknown fields are refused',
    async ({ client, namespace }) => {
      const group = `${namespace}.example.com`;
      const things: Resource<Deep> = {
        group,
        version: 'v1',
        plural: 'things',
        kind: 'Thing',
        namespaced: true,
        strict: true,
      };
      const discovery = new Discovery(client, Date.now, { keptForMs: 600_000, missKeptForMs: 0 });
      expect(await discovery.find(`things.${group}`)).toBeUndefined();
      await client.create(crds, aCrd(group));
      const found = await until('the CRD to be served', () => discovery.find(`things.${group}`));
      expect(found).toMatchObject({
        group,
        version: 'v1',
        plural: 'things',
        kind: 'Thing',
        namespaced: true,
        subresources: ['status'],
      });
      expect([await discovery.serves(group, 'v1', 'things'), await discovery.serves(group, 'v2', 'things')]).toEqual([
        true,
        false,
      ]);
      expect((await discovery.find('deploy'))?.plural).toBe('deployments');

      const at = { namespace, name: 'x' };
      const apply = (size: number, conflicts: 'refuse' | 'take-over', fieldManager: string): Promise<Deep> =>
        client.patch(things, at, { kind: 'apply', wanted: { spec: { size } }, conflicts }, { fieldManager });
      expect((await apply(1, 'refuse', 'ann')).spec).toEqual({ size: 1 });
      await expect(apply(2, 'refuse', 'bob')).rejects.toMatchObject({
        code: 'kube/conflict',
        reason: 'Conflict',
        causes: [expect.objectContaining({ reason: 'FieldManagerConflict', field: '.spec.size' })],
      });
      const taken = await apply(2, 'take-over', 'bob');
      expect(taken.spec).toEqual({ size: 2 });

      const told = await updateStatus(client, things, { ...taken, spec: { size: 9 }, status: { phase: 'Ready' } });
      expect([told.spec, told.status]).toEqual([{ size: 2 }, { phase: 'Ready' }]);
      const patched = await patchStatus(client, things, {
        at,
        patch: { kind: 'merge', change: { status: { phase: 'Gone' } } },
      });
      expect(patched.status).toEqual({ phase: 'Gone' });

      const odd = { metadata: { namespace, name: 'y' }, spec: { size: 1, sise: 2 } };
      await expect(client.create(things, odd)).rejects.toMatchObject({
        code: 'kube/invalid',
        message: expect.stringContaining('unknown field "spec.sise"'),
      });
      await client.delete(crds, { name: `things.${group}` });
    },
  );
});

describe('who may not', () => {
  clientTest(
    'a user known by a client certificate, without rights, is forbidden; one the server does not know is unauthorised',
    async () => {
      const controlPlane = await startControlPlane({ components: [], audit: false });
      try {
        const { url, ca, keys } = controlPlane;
        const ann = new HttpTransport(aConfig(url, ca, await keys.ca.client('ann', ['team'])), transportDefaults);
        await expect(new KubeClient(ann).get(pods, { namespace: 'default', name: 'x' })).rejects.toMatchObject({
          code: 'kube/forbidden',
          reason: 'Forbidden',
          message: expect.stringMatching(
            /^GET .*pods\/x: pods "x" is forbidden: User "ann" cannot get resource "pods"/,
          ),
        });
        await ann.close();
        const bad: KubeConfig = {
          ...aConfig(url, ca, keys.admin),
          credentials: { headers: () => Promise.resolve({ authorization: 'Bearer made-up' }), refused: () => {} },
        };
        const nobody = new HttpTransport(bad, transportDefaults);
        await expect(new KubeClient(nobody).get(pods, { namespace: 'default', name: 'x' })).rejects.toMatchObject({
          code: 'kube/unauthorised',
        });
        await nobody.close();
      } finally {
        await controlPlane.stop();
      }
    },
  );
});

const inNamespace = (namespace: string, object: Deep): Deep => ({
  ...object,
  metadata: { ...object.metadata, namespace },
});

async function addBudget(client: KubeClient, namespace: string, name: string): Promise<void> {
  await client.create(budgets, inNamespace(namespace, aBudget(name, 'web', 1)));
  await until('the budget to count its pods', async () =>
    (await client.get(budgets, { namespace, name })).status?.['currentHealthy'] === 1 ? true : undefined,
  );
}

const aCrd = (group: string): Deep => ({
  metadata: { name: `things.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { size: { type: 'integer' } } },
              status: { type: 'object', properties: { phase: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
});
