import { type Answer, serve, type Serving } from '../control-plane/serve.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { until } from '../support/until.ts';

const GROUP = 'metrics.k8s.io';
const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices';

/** What is served, and whether it is just now. */
export interface ServedMetrics {
  nodes: readonly KubeObject[];
  pods: readonly KubeObject[];
  /** What is answered instead of lists. */
  instead?: { readonly status: number; readonly body: KubeObject };
}

export interface MetricsServing {
  /** What the API server passed on to it. */
  readonly seen: readonly string[];
  /** The server goes away; what leads to it stays. */
  goDown(): Promise<void>;
  /** All goes away. */
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly api: KubeApi;
  /** Where the Service stands that leads to it. */
  readonly namespace: string;
  readonly version: string;
  readonly metrics: ServedMetrics;
}

/** A server of metrics.k8s.io behind the API server's own aggregation layer; ready when it answers there. */
export async function serveMetrics({ api, namespace, version, metrics }: ServeOptions): Promise<MetricsServing> {
  const service = `metrics-${version}`;
  const backend = await serve(`${service}.${namespace}.svc`, answering(version, metrics));
  const externalName = { metadata: { name: service }, spec: { type: 'ExternalName', externalName: '127.0.0.1' } };
  expectOk(await api.create(`/api/v1/namespaces/${namespace}/services`, externalName));
  const name = `${version}.${GROUP}`;
  expectOk(await api.create(apiServices, apiServiceOf(name, { version, service, namespace, backend })));
  await until(`${name} to be served`, async () => {
    const { status } = await api.get(`/apis/${GROUP}/${version}`);
    return status === 200 ? true : undefined;
  });
  let isUp = true;
  const goDown = async (): Promise<void> => {
    if (isUp) await backend.close();
    isUp = false;
  };
  return {
    seen: backend.seen,
    goDown,
    async close() {
      // an APIService without its backend breaks discovery, so it goes first
      await api.delete(`${apiServices}/${name}`);
      await goDown();
      await api.delete(`/api/v1/namespaces/${namespace}/services/${service}`);
      await until(`${name} to be gone`, async () => {
        const { status } = await api.get(`/apis/${GROUP}/${version}`);
        return status === 404 ? true : undefined;
      });
    },
  };
}

function answering(version: string, metrics: ServedMetrics): Answer {
  const groupVersion = `${GROUP}/${version}`;
  const resources = [
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
  ];
  return ({ pathname }) => {
    const list = (kind: string, items: readonly KubeObject[]) =>
      metrics.instead ?? { body: { kind, apiVersion: groupVersion, metadata: {}, items } };
    if (pathname === `/apis/${groupVersion}`) {
      return { body: { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources } };
    }
    if (pathname === `/apis/${groupVersion}/nodes`) return list('NodeMetricsList', metrics.nodes);
    if (pathname === `/apis/${groupVersion}/pods`) return list('PodMetricsList', metrics.pods);
    return { status: 404, body: { kind: 'Status', apiVersion: 'v1', code: 404, reason: 'NotFound' } };
  };
}

interface Backing {
  readonly version: string;
  readonly service: string;
  readonly namespace: string;
  readonly backend: Serving;
}

function apiServiceOf(name: string, { version, service, namespace, backend }: Backing): KubeObject {
  return {
    metadata: { name },
    spec: {
      group: GROUP,
      version,
      service: { name: service, namespace, port: backend.port },
      caBundle: backend.caBundle,
      groupPriorityMinimum: 100,
      versionPriority: 100,
    },
  };
}
