// What all pods use, from bodies to columns:  node pods.ts URL KUBECONFIG PODS ROUNDS one-vector|two-vectors|metrics-api
import { systemClock } from '#app/system-clock.ts';
import { gatherPods } from '#load/gathering/gather-pods.ts';
import { loadDefaults } from '#load/options.ts';
import { connectToCluster } from '#app/kube-connection.ts';
import type { LoadSource } from '#ports/load-source.ts';
import { metricsApiSource } from '#sources/metrics-api/metrics-api-source.ts';
import { prometheusSource } from '#sources/prometheus/prometheus-source.ts';
import { queriesOf } from '#sources/prometheus/queries.ts';
import { askingPrometheus, clientOf, prepareRound, queryOptions } from './asking.ts';
import { livePods } from './roster.ts';
import { tellRounds } from './spent.ts';

const [url, kubeconfig, count, times, way] = process.argv.slice(2) as [string, string, string, string, string];
const clock = systemClock();
const pods = livePods(Number(count));
const source = await open();

async function open(): Promise<LoadSource> {
  if (way === 'two-vectors') return askingPrometheus(url, clock);
  if (way === 'metrics-api') {
    const { client } = await connectToCluster({ kubeconfig, as: 'bench' }, {}, {});
    return metricsApiSource(client, clock, { deadlineMs: 120_000 });
  }
  const cores = queriesOf(queryOptions).filter(({ signal }) => signal === 'pod-cpu');
  return prometheusSource(clientOf(url), cores, clock);
}

const known = (values: Float64Array): number => values.reduce((sum, value) => sum + Number(!Number.isNaN(value)), 0);

await tellRounds(
  Number(times),
  (round) =>
    prepareRound(url, {
      round,
      nowMs: clock.now(),
      pods: way === 'metrics-api' ? 'metrics-api' : 'prometheus',
    }),
  async () => {
    const { pods: reading } = await source.read({ signals: [], pods: 'asked' });
    if (reading.kind !== 'read') return 0;
    const gathered = gatherPods(reading, pods, { ...loadDefaults, now: clock.now() });
    return known(gathered.cpuCores.values) + known(gathered.memoryBytes.values);
  },
);
process.exit();
