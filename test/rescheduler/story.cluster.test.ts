import { expect } from 'vitest';
import { finalPhases } from '#api/pod-migration.ts';
import { collectorTest } from '../collector/collector-test.ts';
import { installKinds } from '../control-plane/install-kinds.ts';
import type { LoadModel } from '../hollow-load/load-model.ts';
import type { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import { readyPods } from '../support/cluster-state.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { countReady } from '../support/migration/ready-counter.ts';
import { until } from '../support/until.ts';
import { aBudget } from '../support/workloads.ts';

const NODES = 6;
const apps = ['amber', 'birch'] as const;

/** Short, so that the whole of it fits into a test. */
const quick: Readonly<Record<string, string>> = {
  role: 'rescheduler',
  'rescheduling-mode': 'act',
  'rescheduling-interval': '2s',
  'move-settle': '3s',
  'minimum-pod-age': '1s',
  'prometheus-scrape-interval': '1s',
  'prometheus-window': '5s',
};

async function cordon(api: KubeApi, nodes: readonly string[], unschedulable: boolean): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => expectOk(await api.merge(`/api/v1/nodes/${node}`, { spec: { unschedulable } }))),
  );
}

/** Whatever pod of these apps starts, and wherever, uses so many cores from its first moment on. */
function driveApps(cluster: HollowCluster, model: LoadModel, cpuCores: number): void {
  cluster.tell({
    nodeJoined: () => undefined,
    nodeLeft: () => undefined,
    podEnded: () => undefined,
    podStarted({ pod: { metadata } }) {
      if (!apps.some((app) => app === metadata.labels?.app)) return;
      model.drivePod(metadata.namespace, metadata.name, { cpuCores, memoryBytes: 2 ** 28 });
    },
  });
}

const shareOf = (model: LoadModel, node: string): number => {
  const { use, capacity } = model.read(node);
  return use.cpuCores / capacity.cpuCores;
};

collectorTest(
  'B-04, B-05: a hot node is brought under its line; no pod is missed for a moment, and the migration tells it all',
  async ({ api, namespace, startNodes, startLoad, startScraping, startCollector, deploy, eventsOn }) => {
    await installKinds(api);
    const cluster = await startNodes(NODES);
    const load = await startLoad(cluster, { speed: 1 });
    const { model } = load;
    const [hot] = model.nodes as [string];
    const others = model.nodes.filter((node) => node !== hot);
    driveApps(cluster, model, 0.22 * model.read(hot).capacity.cpuCores);
    await cordon(api, others, true);
    for (const app of apps) await deploy(app, 2, { cpu: '300m', memory: '256Mi' });
    await cordon(api, others, false);
    const policies = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
    // no eviction passes: the pods can only be started anew first
    for (const app of apps) expectOk(await api.create(policies, aBudget(app, app, 2)));
    const counters = await Promise.all(
      apps.map(async (app) => countReady(api, { namespace, app, pods: await readyPods(api, namespace, app, 2) })),
    );
    const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const role = await startCollector({ ...quick, 'prometheus-url': url, 'included-namespaces': namespace });

    const migrations = `/apis/plimsoll.dev/v1/namespaces/${namespace}/podmigrations`;
    const ended = await until(
      'a migration to end',
      async () => {
        const { items } = expectOk(await api.get(migrations));
        return items.find(({ status }: KubeObject) => finalPhases.includes(status?.phase));
      },
      60_000,
    );
    expect(ended.status, JSON.stringify(ended.status?.history)).toMatchObject({ phase: 'Succeeded', sourceNode: hot });
    expect(shareOf(model, hot)).toBeLessThan(0.8);
    for (const node of model.nodes) expect.soft(shareOf(model, node), node).toBeLessThan(0.8);
    for (const counter of counters) {
      expect(counter.least()).toBe(2);
      counter.stop();
    }
    // one was enough, and it stays at one
    expect(expectOk(await api.get(migrations)).items).toHaveLength(1);
    const replacement = ended.status.replacement.name;
    const reasons = await until('the Events to be written', async () => {
      const on = [
        await eventsOn(replacement, namespace),
        await eventsOn(hot),
        await eventsOn(ended.spec.podRef.name, namespace),
      ];
      const told = on.map((events) => events.map(({ reason }) => reason));
      return told.every((each) => each.includes('MoveBegun') || each.includes('MoveSucceeded')) ? told : undefined;
    });
    expect(reasons[1]).toContain('MoveSucceeded');
    expect(await role.metric('plimsoll_moves_total{outcome="Succeeded",mode="Auto",reason="Cooled"}')).toBe(1);
    expect(role.kinds()).not.toContain('pass-failed');
  },
  120_000,
);
