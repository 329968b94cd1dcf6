import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedControlPlane } from '../control-plane/global-set-up.ts';
import { newAuthority } from '../control-plane/keys.ts';
import type { HollowLoad } from '../hollow-load/hollow-load.ts';
import { type Kubelets, serveKubelets } from '../hollow-load/serve-kubelets.ts';
import type { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import { freePort } from '../support/free-port.ts';
import { type GuardedProcess, startGuarded, untilReady } from '../support/guarded-process.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { until } from '../support/until.ts';

/** What a metrics-server measures, and where it is registered. */
export interface MetricsServerPlace {
  readonly controlPlane: Pick<SharedControlPlane, 'ca' | 'kubeconfig'>;
  readonly api: KubeApi;
  readonly cluster: HollowCluster;
  readonly load: HollowLoad;
  /** Its Service stands here. */
  readonly namespace: string;
  /** Which nodes it asks, by a label selector: those of `cluster`, of which alone there are kubelets. */
  readonly nodeSelector: string;
}

export interface MetricsServer {
  readonly process: GuardedProcess;
  stop(): Promise<void>;
}

/** How often it asks every kubelet: as often as it can be made to. */
const resolutionSeconds = 10;
const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices';
const apiServiceName = 'v1beta1.metrics.k8s.io';

/**
 * Starts a real metrics-server over a hollow cluster, and registers it behind the API server's aggregator; resolves when
 * `/apis/metrics.k8s.io/v1beta1` answers, which takes two of its rounds. One control plane has room for one of them.
 */
export async function startMetricsServer(program: string, place: MetricsServerPlace): Promise<MetricsServer> {
  const { api, cluster, load, controlPlane } = place;
  const kubelets = await serveKubelets(cluster, load, controlPlane.ca);
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-metrics-server-'));
  const port = await freePort();
  const caBundle = await writeFiles(folder, place, kubelets);
  const process = await startGuarded('metrics-server', {
    program,
    args: programArguments(folder, port, place),
    log: join(folder, 'log'),
  });
  const stop = async (): Promise<void> => {
    // an APIService without its server breaks discovery, so it goes first
    await api.delete(`${apiServices}/${apiServiceName}`);
    await process.stop();
    await kubelets.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(process, async () => (await api.at(`https://127.0.0.1:${port}`, '/readyz')) === 200, 60_000);
    await register(place, port, caBundle);
  } catch (fault) {
    await stop();
    throw fault;
  }
  return { process, stop };
}

/** Writes its keys; gives the authority's certificate in base64. The aggregator knows a server by its Service's name. */
async function writeFiles(folder: string, { namespace }: MetricsServerPlace, kubelets: Kubelets): Promise<string> {
  const authority = await newAuthority('metrics-server');
  const { cert, key } = await authority.server([`metrics-server.${namespace}.svc`], ['127.0.0.1']);
  const files = { 'tls.crt': cert, 'tls.key': key, 'kubelets.crt': kubelets.ca };
  for (const [name, pem] of Object.entries(files)) writeFileSync(join(folder, name), pem, { mode: 0o600 });
  return Buffer.from(authority.cert).toString('base64');
}

function programArguments(folder: string, port: number, { controlPlane, nodeSelector }: MetricsServerPlace): string[] {
  const { kubeconfig } = controlPlane;
  const flags = {
    kubeconfig,
    'authentication-kubeconfig': kubeconfig,
    'authorization-kubeconfig': kubeconfig,
    'bind-address': '127.0.0.1',
    'secure-port': String(port),
    'tls-cert-file': join(folder, 'tls.crt'),
    'tls-private-key-file': join(folder, 'tls.key'),
    'kubelet-certificate-authority': join(folder, 'kubelets.crt'),
    'kubelet-preferred-address-types': 'ExternalIP',
    'kubelet-use-node-status-port': 'true',
    'kubelet-request-timeout': '5s',
    'metric-resolution': `${resolutionSeconds}s`,
    'node-selector': nodeSelector,
  };
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
}

async function register({ api, namespace }: MetricsServerPlace, port: number, caBundle: string): Promise<void> {
  const service = { metadata: { name: 'metrics-server' }, spec: { type: 'ExternalName', externalName: '127.0.0.1' } };
  expectOk(await api.create(`/api/v1/namespaces/${namespace}/services`, service));
  const apiService = {
    metadata: { name: apiServiceName },
    spec: {
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      service: { name: 'metrics-server', namespace, port },
      caBundle,
      groupPriorityMinimum: 100,
      versionPriority: 100,
    },
  };
  expectOk(await api.create(apiServices, apiService));
  await until('metrics.k8s.io to be available', async () => {
    const { status } = expectOk(await api.get(`${apiServices}/${apiServiceName}`));
    const available = status.conditions?.find((condition: KubeObject) => condition.type === 'Available');
    const listed = await api.get('/apis/metrics.k8s.io/v1beta1/nodes');
    return available?.status === 'True' && listed.status === 200 ? true : undefined;
  });
}
