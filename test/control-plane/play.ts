import { limitsOrRequests, type Use } from '../hollow-load/demand.ts';
import { type HollowLoad, hollowLoad } from '../hollow-load/hollow-load.ts';
import type { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import { type Prometheus, prometheusProgram, startPrometheus } from '../prometheus/start-prometheus.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { aDeployment } from '../support/workloads.ts';

const sizes = [
  { cpu: '100m', memory: '128Mi' },
  { cpu: '250m', memory: '512Mi' },
  { cpu: '500m', memory: '1Gi' },
  { cpu: '1', memory: '2Gi' },
] as const;
const replicasAtMost = 5;

/** Creates Deployments of several sizes, `pods` pods in all. */
export async function createPods(api: KubeApi, pods: number): Promise<void> {
  for (let number = 0; number * replicasAtMost < pods; number++) {
    const replicas = Math.min(replicasAtMost, pods - number * replicasAtMost);
    const requests = sizes[number % sizes.length]!;
    const deployment = aDeployment(`play-${number}`, { replicas, requests });
    expectOk(await api.create('/apis/apps/v1/namespaces/default/deployments', deployment));
  }
}

/** Load on a hollow cluster, and a real Prometheus that scrapes it. */
export interface PlayLoad {
  readonly load: HollowLoad;
  readonly prometheus: Prometheus;
  stop(): Promise<void>;
}

/** A recorded level holds for half a minute: some scrapes see the same. */
const speed = 10;

/** Pods without limits use at times a multiple of what they ask for: that is how nodes come to differ. */
function burst(pod: KubeObject): Use {
  const { cpuCores, memoryBytes } = limitsOrRequests(pod);
  return { cpuCores: 4 * cpuCores, memoryBytes };
}

/** Starts both. Throws a TypeError where Prometheus is not installed. */
export async function startPlayLoad(cluster: HollowCluster, scrapeEveryMs: number): Promise<PlayLoad> {
  const program = prometheusProgram('prometheus');
  if (program === undefined) throw new TypeError('--load needs Prometheus: apt-get install prometheus');
  const load = await hollowLoad(cluster, { speed, nominal: burst });
  try {
    const prometheus = await startPrometheus(program, { scrapeEveryMs, scrapeConfigs: load.scrapeConfigs() });
    return {
      load,
      prometheus,
      async stop() {
        await prometheus.stop();
        await load.stop();
      },
    };
  } catch (fault) {
    await load.stop();
    throw fault;
  }
}
