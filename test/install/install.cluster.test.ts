import { afterAll, expect } from 'vitest';
import { builtRoleNames } from '#app/live/roles.ts';
import { expectOk, type KubeObject } from '../support/kube-api.ts';
import { onOwnControlPlane } from '../support/own-control-plane.ts';
import { until } from '../support/until.ts';
import { installTest } from './install-test.ts';

const { test, stop } = onOwnControlPlane(installTest, { components: ['kube-controller-manager'] });
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
