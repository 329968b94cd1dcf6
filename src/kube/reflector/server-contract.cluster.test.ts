import { afterAll, expect } from 'vitest';
import { HttpTransport } from '#kube/transport/http-transport.ts';
import { transportDefaults } from '#kube/transport/options.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import type { ControlPlane } from '#test/control-plane/start-control-plane.ts';
import { compactEtcd } from '#test/support/fault-proxy/compact-etcd.ts';
import { expectOk } from '#test/support/kube-api.ts';
import { killAndRestart, onOwnControlPlane } from '#test/support/own-control-plane.ts';
import { configurationIn } from '#test/support/survival/kubeconfig.ts';
import { type AServer, serverContract } from './fixtures/server-contract.ts';

const { test, stop } = onOwnControlPlane(clusterTest);
afterAll(stop);

/** The ConfigMaps of a namespace. */
function mapsOf(own: ControlPlane, namespace: string): Omit<AServer, 'transport'> {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const exists = new Set<string>();
  return {
    path,
    async write(name) {
      if (exists.has(name)) expectOk(await own.api.merge(`${path}/${name}`, { data: { at: String(Math.random()) } }));
      else expectOk(await own.api.create(path, { metadata: { name } }));
      exists.add(name);
    },
    async remove(name) {
      expectOk(await own.api.delete(`${path}/${name}`));
      exists.delete(name);
    },
    async compact() {
      await compactEtcd(own);
      await killAndRestart(own, 'kube-apiserver'); // its cache would still know
    },
  };
}

for (const [promise, keeps] of Object.entries(serverContract)) {
  test(`a real API server: ${promise}`, async ({ own, namespace }) => {
    const transport = new HttpTransport(await configurationIn(own.kubeconfig), transportDefaults);
    expect(await keeps({ transport, ...mapsOf(own, namespace) })).toBeUndefined();
    await transport.close();
  });
}
