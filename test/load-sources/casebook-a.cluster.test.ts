import { expect, onTestFinished, type TestAPI } from 'vitest';
import { systemClock } from '#app/system-clock.ts';
import { readQuantity, asNumber, isBadQuantity } from '#api/quantity.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { builtInSignals } from '#load/signals/built-in-signals.ts';
import { type GatheredSignal, gatherSignal } from '#load/gathering/gather-signal.ts';
import type { LiveNode, NodeSize } from '#load/live-node.ts';
import { nodeIndexOf } from '#load/gathering/node-index.ts';
import { loadDefaults } from '#load/options.ts';
import { unknownReasons } from '#load/unknown-reason.ts';
import type { LoadSource } from '#ports/load-source.ts';
import { metricsApiSource } from '#sources/metrics-api/metrics-api-source.ts';
import { prometheusSource } from '#sources/prometheus/prometheus-source.ts';
import { queriesOf } from '#sources/prometheus/queries.ts';
import { queryDefaults } from '#sources/prometheus/query-options.ts';
import { type ClusterFixtures, clusterTest } from '#test/control-plane/cluster-test.ts';
import { serveMetrics } from '#test/metrics-api/serve-metrics.ts';
import { aClient } from '#test/prometheus/a-client.ts';
import { memoryGauges } from '#test/prometheus/past-exporters.ts';
import { prometheusProgram, startPrometheus } from '#test/prometheus/start-prometheus.ts';
import { expectOk, type KubeObject } from '#test/support/kube-api.ts';

const signals = builtInSignals(loadDefaults, annotationsDefaults);

interface Fixtures {
  /** Adds a real Node with this body, named for this test, and gives it as load sees it. */
  readonly aNode: (short: string, body: KubeObject) => Promise<LiveNode>;
  /** Serves these uses of nodes, measured just now, and gives a source that reads them. */
  readonly measured: (usage: Readonly<Record<string, KubeObject>>) => Promise<LoadSource>;
}

const test: TestAPI<ClusterFixtures & Fixtures> = clusterTest.extend<Fixtures>({
  aNode: async ({ api, namespace }, use) => {
    const names: string[] = [];
    await use(async (short, { spec, status }) => {
      const name = `${namespace}-${short}`;
      names.push(name);
      return liveNode(expectOk(await api.create('/api/v1/nodes', { metadata: { name }, spec, status })));
    });
    for (const name of names) await api.delete(`/api/v1/nodes/${name}`);
  },
  measured: async ({ api, controlPlane: { url, ca, cert, key }, namespace }, use) => {
    const closing: (() => Promise<void>)[] = [];
    await use(async (usage) => {
      const timestamp = new Date().toISOString().replace(/\.\d+/, '');
      const nodes = Object.entries(usage).map(([name, used]) => ({
        metadata: { name },
        timestamp,
        window: '15s',
        usage: used,
      }));
      const metrics = { nodes, pods: [] };
      const serving = await serveMetrics({ api, namespace, version: 'v1beta1', metrics });
      const transport = connected({ url, ca, cert, key });
      closing.push(
        () => transport.close(),
        () => serving.close(),
      );
      return metricsApiSource(new KubeClient(transport), systemClock());
    });
    for (const close of closing) await close();
  },
});

/** A Node as the API server gives it back. */
function liveNode({ metadata, status }: KubeObject): LiveNode {
  return {
    name: metadata.name,
    uid: metadata.uid,
    addresses: status.addresses?.map(({ address }: KubeObject) => address) ?? [],
    ready: status.conditions?.some(({ type, status: is }: KubeObject) => type === 'Ready' && is === 'True') ?? false,
    capacity: sizeOf(status.capacity),
    allocatable: sizeOf(status.allocatable),
  };
}

const sizeOf = ({ cpu, memory }: KubeObject): NodeSize => ({ cpuCores: amount(cpu), memoryBytes: amount(memory) });

function amount(text: string): number {
  const read = readQuantity(text);
  if (isBadQuantity(read)) throw new Error(`${text} is no quantity`);
  return asNumber(read);
}

/** What a source says of one signal of these nodes, judged. */
async function gathered(source: LoadSource, name: string, nodes: readonly LiveNode[]): Promise<GatheredSignal> {
  const {
    signals: [reading],
  } = await source.read({ signals: [name], pods: 'not-asked' });
  if (reading?.kind !== 'read') throw new Error(`${name} was not read: ${JSON.stringify(reading)}`);
  const signal = signals.find((one) => one.name === name)!;
  const { series, unit } = reading;
  const judging = { now: Date.now(), freshForMs: loadDefaults.freshForMs, skewMs: loadDefaults.skewMs };
  return gatherSignal({ signal, source: reading.source, unit, series }, nodeIndexOf(nodes), judging);
}

/** Values with three decimals, as they are published; else the reason why there is none. */
function told({ values, why }: GatheredSignal): readonly string[] {
  return Array.from(values, (value, row) => (Number.isNaN(value) ? unknownReasons[why[row]!]! : value.toFixed(3)));
}

test('A-13: who is not in the list is unknown; cordoned, NotReady and under pressure are no reasons', async ({
  aNode,
  measured,
}) => {
  const size = { cpu: '4', memory: '16Gi' };
  const status = { capacity: size, allocatable: { cpu: '3900m', memory: '15Gi' } };
  const conditions = (ready: string) => [
    { type: 'Ready', status: ready },
    { type: 'MemoryPressure', status: ready === 'True' ? 'False' : 'True' },
  ];
  const nodes = [
    await aNode('n1', { status: { ...status, conditions: conditions('True') } }),
    await aNode('n2', { spec: { unschedulable: true }, status: { ...status, conditions: conditions('True') } }),
    await aNode('n3', { status: { ...status, conditions: conditions('False') } }),
  ];
  const [n1, , n3] = nodes.map(({ name }) => name);
  const source = await measured({ [n1!]: { cpu: '1', memory: '4Gi' }, [n3!]: { cpu: '2', memory: '15Gi' } });
  expect(told(await gathered(source, 'memory', nodes))).toEqual(['0.250', 'absent', '0.938']);
  expect(told(await gathered(source, 'cpu', nodes))).toEqual(['0.250', 'absent', '0.500']);
});

test('A-14: use beyond what is allocatable is one value and one verdict, whichever source says it', async ({
  aNode,
  measured,
  skip,
}) => {
  const [program, promtool] = [prometheusProgram('prometheus'), prometheusProgram('promtool')];
  if (program === undefined || promtool === undefined) return skip('prometheus is not installed');
  const MI = 2 ** 20;
  const status = { capacity: { cpu: '2', memory: '3900Mi' }, allocatable: { cpu: '2', memory: '2500Mi' } };
  const node = await aNode('n1', { status });
  const metricsApi = await measured({ [node.name]: { cpu: '1', memory: '2600Mi' } });
  const now = Math.floor(Date.now() / 1000);
  const scraped = { from: now - 600, to: now, everySeconds: 15 };
  const series = memoryGauges({ instance: node.name }, { MemTotal: 3900 * MI, MemAvailable: 1300 * MI }, scraped);
  const prometheus = await startPrometheus(program, { targets: [], past: { promtool, series } });
  onTestFinished(() => prometheus.stop());
  const queried = prometheusSource(aClient(prometheus.url), queriesOf(queryDefaults), systemClock());
  expect(told(await gathered(metricsApi, 'memory', [node]))).toEqual(['0.667']);
  expect(told(await gathered(queried, 'memory', [node]))).toEqual(['0.667']);
});
