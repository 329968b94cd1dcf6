import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf, isTerminating } from '#api/pod-standing.ts';
import { aNodeSpec, aWorkload, watched } from '#simulation/fixtures/a-world.ts';
import { isReady } from '#simulation/world/objects/object-store.ts';
import { createWorkload, joinNode } from '#simulation/world/settle-world.ts';
import { worldTimes } from '#simulation/world/world-times.ts';
import { evict } from '#simulation/world/controllers/evictions.ts';
import { type Stage, type StagePod, stageTimes } from './stage.ts';

const HASH = 'pod-template-hash';

/** The simulator as a stage. */
export function worldStage(): Stage {
  const times = { ...worldTimes, ...stageTimes, pullMs: 0, jitter: 0 };
  const { world, pods: podsOf, pass } = watched({ nodes: [], times });
  const { core } = world;
  const { store } = core;
  const pods = async (): Promise<StagePod[]> => podsOf('web').map(stagePod).toSorted(byBirth);
  const podNamed = (name: string): Pod => store.get('Pod', `shop/${name}`)!;

  async function until(what: string, are: (pods: readonly StagePod[]) => boolean): Promise<readonly StagePod[]> {
    for (let tick = 0; tick < 600; tick++) {
      const now = await pods();
      if (are(now)) return now;
      await pass(0.05);
    }
    throw new Error(`waited in vain for ${what}`);
  }

  return {
    pods,
    until,
    async deploy({ replicas, cpu, nodes }) {
      for (let number = 0; number < nodes; number++)
        joinNode(core, aNodeSpec(`n${number + 1}`, { cpuCores: [4, 8, 16][number]! }));
      createWorkload(core, aWorkload('web', { replicas, requests: { cpu, memory: '64Mi' } }));
      await until(`${replicas} ready`, (now) => now.length === replicas && now.every((pod) => pod.isReady));
    },
    async budget(minAvailable) {
      const known = store.get('PodDisruptionBudget', 'shop/web');
      const selector = { matchLabels: { app: 'web' } };
      if (known === undefined)
        store.create('PodDisruptionBudget', {
          metadata: { name: 'web', namespace: 'shop' },
          spec: { selector, minAvailable },
        });
      else store.put('PodDisruptionBudget', { ...known, spec: { selector, minAvailable } });
      await pass(1);
    },
    async evict({ name }, uid) {
      const answer = evict(core, { namespace: 'shop', name, ...(uid === undefined ? {} : { uid }) });
      return answer.code === 429 ? `429 ${answer.cause}` : String(answer.code);
    },
    async cordon(node) {
      world.nodes.cordon(node);
    },
    async makeCheapest({ name }) {
      const pod = podNamed(name);
      const annotations = { ...pod.metadata.annotations, 'controller.kubernetes.io/pod-deletion-cost': '-2147483648' };
      store.put('Pod', { ...pod, metadata: { ...pod.metadata, annotations } });
    },
    async copy({ name, node }, as) {
      const { nodeName: _, ...spec } = podNamed(name).spec;
      const terms = [{ matchFields: [{ key: 'metadata.name', operator: 'NotIn' as const, values: [node] }] }];
      const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
      store.create('Pod', {
        metadata: { name: as, namespace: 'shop', labels: { app: 'web' } },
        spec: { ...spec, affinity: { nodeAffinity } },
        status: { phase: 'Pending' },
      });
    },
    async offer(name) {
      const pod = podNamed(name);
      const hash = podsOf('web').find(({ metadata }) => metadata.labels?.[HASH] !== undefined)!.metadata.labels![HASH]!;
      store.put('Pod', { ...pod, metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, [HASH]: hash } } });
    },
    settle: () => pass(0.1),
    onChange(listener) {
      store.listen((change) => {
        if (change.kind !== 'Pod') return;
        const { before, after } = change;
        listener(before && stagePod(before), after && stagePod(after));
      });
    },
  };
}

// the world counts its uids up
const byBirth = (a: StagePod, b: StagePod): number => (a.uid < b.uid ? -1 : 1);

function stagePod(pod: Pod): StagePod {
  const { name, uid } = pod.metadata;
  return {
    name,
    uid,
    node: pod.spec.nodeName ?? '',
    isReady: isReady(pod),
    isEnding: isTerminating(pod),
    isOwned: controllerOf(pod) !== undefined,
  };
}
