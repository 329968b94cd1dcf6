import { expectOk, type KubeApi, type KubeObject } from './kube-api.ts';
import { until } from './until.ts';
import { aContainer } from './workloads.ts';

/**
 * Keeps new pods off these nodes, or lets them there again. Returns when the scheduler goes by it: its own watch, and the
 * taint that the node lifecycle controller sets and takes off, may come much later than the answer to our write.
 */
export async function cordon(
  api: KubeApi,
  namespace: string,
  nodes: readonly string[],
  unschedulable: boolean,
): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => expectOk(await api.merge(`/api/v1/nodes/${node}`, { spec: { unschedulable } }))),
  );
  await Promise.all(
    nodes.map((node) =>
      until(`the scheduler to ${unschedulable ? 'shun' : 'use'} ${node}`, async () =>
        (await takesPods(api, namespace, node)) === unschedulable ? undefined : true,
      ),
    ),
  );
}

/** Whether the scheduler binds a pod that may run on this node alone. The pod is gone again afterwards. */
async function takesPods(api: KubeApi, namespace: string, node: string): Promise<boolean> {
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const { metadata } = expectOk(await api.create(pods, aProbe(node)));
  const pod = `${pods}/${metadata.name}`;
  const isBound = await until(`the scheduler to look at a pod for ${node}`, async () =>
    boundOrNot(expectOk(await api.get(pod))),
  );
  expectOk(await api.delete(pod, { gracePeriodSeconds: 0 }));
  return isBound;
}

const aProbe = (node: string): KubeObject => ({
  metadata: { generateName: 'probe-' },
  spec: { nodeSelector: { 'kubernetes.io/hostname': node }, containers: [aContainer({})] },
});

function boundOrNot({ spec, status }: KubeObject): boolean | undefined {
  if (spec.nodeName !== undefined) return true;
  const isLookedAt = (status?.conditions ?? []).some(
    (condition: KubeObject) => condition.type === 'PodScheduled' && condition.status === 'False',
  );
  return isLookedAt ? false : undefined;
}
