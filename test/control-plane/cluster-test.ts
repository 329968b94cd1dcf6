import { randomBytes } from 'node:crypto';
import { test as base, inject, type TestAPI } from 'vitest';
import { HollowCluster, type HollowClusterOptions } from '../hollow-nodes/hollow-cluster.ts';
import { hollowNodes } from '../hollow-nodes/node-spec.ts';
import { expectOk, KubeApi } from '../support/kube-api.ts';
import type { SharedControlPlane } from './global-set-up.ts';

/** What a test against the shared control plane gets. */
export interface ClusterFixtures {
  /** The test is skipped, and counted, where no control plane can be had. */
  readonly controlPlane: SharedControlPlane;
  readonly api: KubeApi;
  /** A namespace of this test's own, deleted after it. Also a good prefix for its nodes' names. */
  readonly namespace: string;
  /**
   * Starts stand-in nodes `NAMESPACE-0000` and on, which leave the cluster after the test. They carry the label
   * `pool: NAMESPACE`, by which a test's pods keep to its own nodes.
   */
  readonly startNodes: (count: number, options?: NodeOptions) => Promise<HollowCluster>;
}

type NodeOptions = Omit<HollowClusterOptions, 'api' | 'nodes'>;

/** `test` against the control plane that the run shares. */
export const clusterTest: TestAPI<ClusterFixtures> = base.extend<ClusterFixtures>({
  controlPlane: async ({ skip }, use) => {
    const controlPlane = inject('controlPlane');
    if (controlPlane === undefined) skip('there is no control plane: see the message above');
    else await use(controlPlane);
  },
  api: async ({ controlPlane }, use) => {
    const api = new KubeApi(controlPlane);
    await use(api);
    api.close();
  },
  namespace: async ({ api }, use) => {
    const name = `test-${randomBytes(4).toString('hex')}`;
    expectOk(await api.create('/api/v1/namespaces', { metadata: { name } }));
    await use(name);
    await api.delete(`/api/v1/namespaces/${name}`);
  },
  startNodes: async ({ api, namespace }, use) => {
    const started: HollowCluster[] = [];
    await use(async (count, options = {}) => {
      const nodes = hollowNodes(count, namespace, { labels: { pool: namespace } });
      const cluster = await HollowCluster.start({ ...options, api, nodes });
      started.push(cluster);
      return cluster;
    });
    for (const cluster of started) await cluster.leave();
  },
});
