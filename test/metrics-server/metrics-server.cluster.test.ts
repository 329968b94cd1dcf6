import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect } from 'vitest';
import { quantity } from '../hollow-load/demand.ts';
import { loadTest } from '../hollow-load/load-test.ts';
import { expectOk, type KubeObject } from '../support/kube-api.ts';
import { until } from '../support/until.ts';
import { buildWithinMs, metricsServerProgram } from './metrics-server-program.ts';
import { type MetricsServer, startMetricsServer } from './start-metrics-server.ts';

const run = promisify(execFile);

let built: string | undefined;

beforeAll(async () => {
  built = await metricsServerProgram();
}, buildWithinMs);

const test = loadTest.extend<{ program: string }>({
  program: async ({ skip }, use) => {
    if (built === undefined) skip('metrics-server needs Go 1.26 or newer: install it from https://go.dev/dl');
    await use(built!);
  },
});

test('a real metrics-server behind the real aggregator says what the model says', async ({
  program,
  controlPlane,
  api,
  namespace,
  startNodes,
  startLoad,
  deploy,
}) => {
  const cluster = await startNodes(3);
  const load = await startLoad(cluster, { speed: 1 });
  await deploy('web', 6);
  const [first, second] = load.model.nodes as [string, string];
  load.model.drive(first, { cpu: 0.93, memory: 0.81 });
  const place = { controlPlane, api, cluster, load, namespace, nodeSelector: `pool=${namespace}` };
  const server: MetricsServer = await startMetricsServer(program, place);
  try {
    const nodes = await until('every node to be measured', async () => {
      const { items } = expectOk(await api.get('/apis/metrics.k8s.io/v1beta1/nodes'));
      return items.length === 3 ? (items as KubeObject[]) : undefined;
    });
    for (const { metadata, usage } of nodes) {
      const { use } = load.model.read(metadata.name);
      expect(quantity(usage.cpu)).toBeCloseTo(use.cpuCores, 3);
      expect(quantity(usage.memory)).toBeCloseTo(use.memoryBytes, -4);
    }
    const pods = expectOk(await api.get(`/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods`)).items;
    const running = load.model.nodes.flatMap((node) => load.model.read(node).pods);
    expect(pods).toHaveLength(6);
    for (const { metadata, containers } of pods) {
      const { use } = running.find(({ run: { pod } }) => pod.metadata.name === metadata.name)!;
      expect(quantity(containers[0].usage.cpu)).toBeCloseTo(use.cpuCores, 3);
      expect(quantity(containers[0].usage.memory)).toBeCloseTo(use.memoryBytes, -4);
    }
    const { stdout } = await run(controlPlane.kubectl, [
      '--kubeconfig',
      controlPlane.kubeconfig,
      'top',
      'nodes',
      first,
    ]);
    expect(stdout).toMatch(/ 95% .* 83% /); // of what is allocatable: 3.9 cores of 4, 15.5Gi of 16
    load.quirks.add(second, 'silent-kubelet');
    await until('the silent node to be gone', async () => {
      const { items } = expectOk(await api.get('/apis/metrics.k8s.io/v1beta1/nodes'));
      return items.some(({ metadata }: KubeObject) => metadata.name === second) ? undefined : true;
    });
  } finally {
    await server.stop();
  }
});
