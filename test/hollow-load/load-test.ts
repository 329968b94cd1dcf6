import type { TestAPI } from 'vitest';
import { type ClusterFixtures, clusterTest } from '../control-plane/cluster-test.ts';
import type { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import {
  type Prometheus,
  type PrometheusOptions,
  prometheusProgram,
  startPrometheus,
} from '../prometheus/start-prometheus.ts';
import { expectOk } from '../support/kube-api.ts';
import { until } from '../support/until.ts';
import { aDeployment, isReady } from '../support/workloads.ts';
import { type HollowLoad, hollowLoad, type HollowLoadOptions } from './hollow-load.ts';

/** What a test of load on a real cluster, seen by a real Prometheus, gets beside the cluster. */
export interface LoadFixtures {
  /** The load of hollow nodes; its pages end with the test. */
  readonly startLoad: (cluster: HollowCluster, options?: HollowLoadOptions) => Promise<HollowLoad>;
  /** A real Prometheus, which ends with the test; the test is skipped, and counted, where none is installed. */
  readonly startScraping: (options: PrometheusOptions) => Promise<Prometheus>;
  /** Creates a Deployment on this test's nodes, and waits until all its pods are ready. */
  readonly deploy: (name: string, replicas: number, requests?: Readonly<Record<string, string>>) => Promise<void>;
}

/** `clusterTest`, with load and a Prometheus. */
export const loadTest: TestAPI<ClusterFixtures & LoadFixtures> = clusterTest.extend<LoadFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads a fixture's dependencies from the pattern
  startLoad: async ({}, use) => {
    const started: HollowLoad[] = [];
    await use(async (cluster, options) => {
      const load = await hollowLoad(cluster, options);
      started.push(load);
      return load;
    });
    for (const load of started) await load.stop();
  },
  startScraping: async ({ skip }, use) => {
    const started: Prometheus[] = [];
    await use(async (options) => {
      const program = prometheusProgram('prometheus');
      if (program === undefined) skip('prometheus is not installed: apt-get install prometheus');
      const prometheus = await startPrometheus(program!, options);
      started.push(prometheus);
      return prometheus;
    });
    for (const prometheus of started) await prometheus.stop();
  },
  deploy: async ({ api, namespace }, use) => {
    await use(async (name, replicas, requests) => {
      const options = { replicas, nodeSelector: { pool: namespace }, ...(requests === undefined ? {} : { requests }) };
      expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, aDeployment(name, options)));
      await until(`${replicas} pods of ${name} to be ready`, async () => {
        const pods = expectOk(await api.get(`/api/v1/namespaces/${namespace}/pods?labelSelector=app=${name}`)).items;
        return pods.filter(isReady).length === replicas ? true : undefined;
      });
    });
  },
});
