import { HollowCluster } from '../../test/hollow-nodes/hollow-cluster.ts';
import { expectOk, type KubeApi, type KubeObject } from '../../test/support/kube-api.ts';
import { until } from '../../test/support/until.ts';
import { aContainer, aDeployment, isReady } from '../../test/support/workloads.ts';
import { lapsed, spans } from './lapse.ts';
import type { Scene, Workload } from './scene.ts';

/** Where the workloads of a scene live. */
export const NAMESPACE = 'default';

const pods = `/api/v1/namespaces/${NAMESPACE}/pods`;
const withinMs = 120_000;

/**
 * Starts the scene's nodes, and its workloads where it says: binds their pods by hand, so no scheduler must be there
 * yet. Resolves when all are Ready. Each workload has a budget: one of its pods may be away.
 */
export async function setTheScene(api: KubeApi, scene: Scene): Promise<HollowCluster> {
  const half = lapsed(spans.start / 2);
  const cluster = await HollowCluster.start({
    api,
    nodes: scene.nodes,
    behaviour: () => ({
      life: { kind: 'runs', startsAfterMs: half, readyAfterMs: half },
      terminatesAfterMs: lapsed(spans.end),
    }),
  });
  for (const workload of scene.workloads) await create(api, workload, scene.resources);
  const wanted = scene.workloads.flatMap(({ startsOn }) => startsOn).length;
  const listed = async (holds: (pod: KubeObject) => boolean): Promise<KubeObject[] | undefined> => {
    const items: KubeObject[] = expectOk(await api.get(pods)).items;
    return items.length === wanted && items.every(holds) ? items : undefined;
  };
  const created = await until(`${wanted} pods`, () => listed(() => true), withinMs);
  await bind(api, scene, created);
  await until(`${wanted} ready pods`, () => listed(isReady), withinMs);
  return cluster;
}

async function create(api: KubeApi, { name, startsOn }: Workload, resources: Scene['resources']): Promise<void> {
  const pod = { containers: [{ ...aContainer(), resources }] };
  const deployment = aDeployment(name, { replicas: startsOn.length, pod });
  expectOk(await api.create(`/apis/apps/v1/namespaces/${NAMESPACE}/deployments`, deployment));
  const budget = { metadata: { name }, spec: { maxUnavailable: 1, selector: { matchLabels: { app: name } } } };
  expectOk(await api.create(`/apis/policy/v1/namespaces/${NAMESPACE}/poddisruptionbudgets`, budget));
}

async function bind(api: KubeApi, { workloads }: Scene, created: readonly KubeObject[]): Promise<void> {
  const byApp = Map.groupBy(created, ({ metadata }) => String(metadata.labels.app));
  for (const { name, startsOn } of workloads) {
    for (const [replica, pod] of byApp.get(name)!.entries()) {
      const target = { apiVersion: 'v1', kind: 'Node', name: startsOn[replica] };
      const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: pod.metadata.name }, target };
      expectOk(await api.create(`${pods}/${pod.metadata.name}/binding`, binding));
    }
  }
}
