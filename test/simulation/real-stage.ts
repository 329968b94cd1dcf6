import { podsOf } from '../support/cluster-state.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { until as awaited } from '../support/until.ts';
import { aBudget, aDeployment, anEviction, isReady } from '../support/workloads.ts';
import { type Stage, type StagePod, stageTimes } from './stage.ts';

const HASH = 'pod-template-hash';

interface RealParts {
  readonly api: KubeApi;
  readonly namespace: string;
  readonly startNodes: (count: number, options: { readonly behaviour: () => KubeObject }) => Promise<unknown>;
  /** Ends the watch that the stage keeps. */
  readonly signal: AbortSignal;
}

/** The real control plane with stand-in kubelets as a stage. */
export function realStage({ api, namespace, startNodes, signal }: RealParts): Stage {
  const podsPath = `/api/v1/namespaces/${namespace}/pods`;
  const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
  const pods = async (): Promise<StagePod[]> => (await podsOf(api, namespace, 'web')).toSorted(byBirth).map(stagePod);
  const until: Stage['until'] = (what, are) =>
    awaited(what, async () => {
      const now = await pods();
      return are(now) ? now : undefined;
    });
  const known = new Map<string, StagePod>();
  const { startMs: startsAfterMs, readyMs: readyAfterMs, terminationMs: terminatesAfterMs } = stageTimes;
  const behaviour = () => ({ life: { kind: 'runs', startsAfterMs, readyAfterMs }, terminatesAfterMs });

  return {
    pods,
    until,
    async deploy({ replicas, cpu, nodes }) {
      await startNodes(nodes, { behaviour });
      const requests = { cpu, memory: '64Mi' };
      const deployment = aDeployment('web', { replicas, requests, nodeSelector: { pool: namespace } });
      expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
      await until(`${replicas} ready`, (now) => now.length === replicas && now.every((pod) => pod.isReady));
    },
    async budget(minAvailable) {
      const known = await api.get(`${budgets}/web`);
      if (known.status === 404) expectOk(await api.create(budgets, aBudget('web', 'web', minAvailable)));
      else expectOk(await api.merge(`${budgets}/web`, { spec: { minAvailable } }));
      await awaited('the budget to be counted', async () => {
        const { metadata, status } = expectOk(await api.get(`${budgets}/web`));
        const isCounted = status?.observedGeneration === metadata.generation && status.currentHealthy >= minAvailable;
        return isCounted ? true : undefined;
      });
    },
    async evict({ name }, uid) {
      const options = uid === undefined ? {} : { preconditions: { uid } };
      const { status, body } = await api.create(`${podsPath}/${name}/eviction`, anEviction(namespace, name, options));
      return status === 429 ? `429 ${body.details.causes[0].reason}` : String(status);
    },
    async cordon(node) {
      expectOk(await api.merge(`/api/v1/nodes/${node}`, { spec: { unschedulable: true } }));
    },
    async makeCheapest({ name }) {
      const annotations = { 'controller.kubernetes.io/pod-deletion-cost': '-2147483648' };
      expectOk(await api.merge(`${podsPath}/${name}`, { metadata: { annotations } }));
    },
    async copy({ name, node }, as) {
      const { spec } = expectOk(await api.get(`${podsPath}/${name}`));
      const terms = [{ matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: [node] }] }];
      const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
      // without what admission and binding put there
      const [{ name: container, image, resources }] = spec.containers;
      const copied = { nodeSelector: spec.nodeSelector, containers: [{ name: container, image, resources }] };
      const pod = { metadata: { name: as, labels: { app: 'web' } }, spec: { ...copied, affinity: { nodeAffinity } } };
      expectOk(await api.create(podsPath, pod));
    },
    async offer(name) {
      const owned = (await podsOf(api, namespace, 'web')).find(({ metadata }) => HASH in metadata.labels);
      expectOk(
        await api.merge(`${podsPath}/${name}`, { metadata: { labels: { [HASH]: owned.metadata.labels[HASH] } } }),
      );
    },
    settle: async () => {
      await awaited('the watch to have told everything', async () => {
        const listed = JSON.stringify((await pods()).toSorted(byUid));
        return JSON.stringify([...known.values()].toSorted(byUid)) === listed ? true : undefined;
      });
    },
    onChange(listener) {
      void follow(api, `${podsPath}?labelSelector=app%3Dweb`, { signal, known, listener });
    },
  };
}

interface Following {
  readonly signal: AbortSignal;
  readonly known: Map<string, StagePod>;
  readonly listener: Parameters<Stage['onChange']>[0];
}

async function follow(api: KubeApi, path: string, { signal, known, listener }: Following): Promise<void> {
  for await (const { type, object } of api.watch(path, signal)) {
    const pod = stagePod(object);
    const isGone = type === 'DELETED';
    listener(known.get(pod.uid), isGone ? undefined : pod);
    if (isGone) known.delete(pod.uid);
    else known.set(pod.uid, pod);
  }
}

const byUid = (a: StagePod, b: StagePod): number => (a.uid < b.uid ? -1 : 1);

const byBirth = ({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number =>
  a.creationTimestamp < b.creationTimestamp
    ? -1
    : a.creationTimestamp > b.creationTimestamp
      ? 1
      : a.name < b.name
        ? -1
        : 1;

function stagePod(pod: KubeObject): StagePod {
  const { name, uid, deletionTimestamp, ownerReferences = [] } = pod.metadata;
  return {
    name,
    uid,
    node: pod.spec.nodeName ?? '',
    isReady: isReady(pod),
    isEnding: deletionTimestamp !== undefined,
    isOwned: ownerReferences.length > 0,
  };
}
