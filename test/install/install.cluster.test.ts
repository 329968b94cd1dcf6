import { afterAll, expect } from 'vitest';
import { builtRoleNames } from '#app/live/roles.ts';
import { usualControllers } from '../control-plane/options.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { onOwnControlPlane } from '../support/own-control-plane.ts';
import { until } from '../support/until.ts';
import { installTest } from './install-test.ts';

const { test, stop } = onOwnControlPlane(installTest, {
  components: ['kube-controller-manager'],
  controllers: [...usualControllers, 'clusterrole-aggregation-controller'],
});
afterAll(stop);

const namespace = '/api/v1/namespaces/plimsoll-system';
const deployments = '/apis/apps/v1/namespaces/plimsoll-system/deployments';

test('kubectl applies all that is printed, twice, and pods of every role come into being under Pod Security restricted', async ({
  api,
  install,
}) => {
  const flags = ['--surge', '--network-policy', '--prometheus-url', 'http://prometheus.monitoring:9090'];
  const applied = await install(...flags);
  expect(
    applied
      .trim()
      .split('\n')
      .filter((line) => !line.endsWith('serverside-applied')),
  ).toEqual([]);
  expect(await install(...flags)).toBe(applied);

  const found: readonly KubeObject[] = expectOk(await api.get(deployments)).items;
  expect(new Set(found.map(({ metadata }) => metadata.name))).toEqual(
    new Set(builtRoleNames.map((role) => `plimsoll-${role}`)),
  );
  for (const { metadata, spec } of found) {
    const pod = { metadata: { ...spec.template.metadata, generateName: metadata.name }, spec: spec.template.spec };
    const answer = await api.create(`${namespace}/pods?dryRun=All`, pod);
    expectOk(answer);
    expect(answer.headers['warning']).toBeUndefined();
    const privileged = structuredClone(pod);
    privileged.spec.containers[0].securityContext.allowPrivilegeEscalation = true;
    expect((await api.create(`${namespace}/pods?dryRun=All`, privileged)).body.message).toMatch(
      /violates PodSecurity "restricted/,
    );
    await until(`pods of ${metadata.name}`, async () => {
      const selector = encodeURIComponent(`app.kubernetes.io/component=${metadata.name.slice('plimsoll-'.length)}`);
      const { items } = expectOk(await api.get(`${namespace}/pods?labelSelector=${selector}`));
      return items.length === spec.replicas ? true : undefined;
    });
  }
});

test('only what is chosen is printed, as JSON too', async ({ plimsoll }) => {
  const { code, out } = await plimsoll('manifests', '--role', 'collector', '-o', 'json', '--replicas', '1');
  expect(code).toBe(0);
  const { items } = JSON.parse(out) as { readonly items: readonly KubeObject[] };
  expect(items.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'Namespace plimsoll-system',
    'ServiceAccount plimsoll-collector',
    'ClusterRole plimsoll-collector',
    'ClusterRoleBinding plimsoll-collector',
    'Role plimsoll-collector',
    'RoleBinding plimsoll-collector',
    'ConfigMap plimsoll-config',
    'Deployment plimsoll-collector',
    'PodDisruptionBudget plimsoll-collector',
  ]);
  expect(items.at(-2)!.spec.replicas).toBe(1);
});

/** Whether a user may do this to PodMigrations of a namespace. */
async function may(
  api: KubeApi,
  user: string,
  verb: string,
  namespace: string,
  subresource?: string,
): Promise<boolean> {
  const resourceAttributes = { group: 'plimsoll.dev', resource: 'podmigrations', subresource, verb, namespace };
  const review = { spec: { user, resourceAttributes } };
  const answer = await api.create('/apis/authorization.k8s.io/v1/subjectaccessreviews', review);
  return expectOk(answer).status.allowed === true;
}

test('who may view a namespace sees its moves; who administers it may want and approve them', async ({
  api,
  namespace,
  install,
}) => {
  await install('--role', 'rescheduler');
  for (const role of ['view', 'admin']) {
    expectOk(
      await api.create(`/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`, {
        metadata: { name: role },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: `who-may-${role}` }],
      }),
    );
  }
  await until(
    'rights to be aggregated',
    async () => (await may(api, 'who-may-admin', 'create', namespace)) || undefined,
  );
  await until('rights to be aggregated', async () => (await may(api, 'who-may-view', 'list', namespace)) || undefined);
  expect(await may(api, 'who-may-admin', 'update', namespace, 'status')).toBe(true);
  expect(await may(api, 'who-may-view', 'create', namespace)).toBe(false);
  expect(await may(api, 'who-may-admin', 'create', 'default')).toBe(false);
});
