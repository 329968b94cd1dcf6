import { afterAll, expect, onTestFinished } from 'vitest';
import { finalPhases } from '#api/pod-migration.ts';
import { collectorTest } from '../collector/collector-test.ts';
import { installKinds } from '../control-plane/install-kinds.ts';
import type { LoadModel } from '../hollow-load/load-model.ts';
import type { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import { cordon, podsOf, readyPods } from '../support/cluster-state.ts';
import { expectOk, type KubeObject } from '../support/kube-api.ts';
import { countReady } from '../support/migration/ready-counter.ts';
import { onOwnControlPlane } from '../support/own-control-plane.ts';
import { until } from '../support/until.ts';
import { aBudget } from '../support/workloads.ts';

/** Moves of other tests count too: against the hour’s budget, and for the breaker. */
const { test, stop } = onOwnControlPlane(collectorTest, { components: ['kube-controller-manager', 'kube-scheduler'] });
afterAll(stop);

const NODES = 6;
const apps = ['amber', 'birch'] as const;

/** Short, so that the whole of it fits into a test. */
const quick: Readonly<Record<string, string>> = {
  role: 'rescheduler',
  'rescheduling-mode': 'act',
  'rescheduling-interval': '2s',
  'move-settle': '5s',
  'minimum-pod-age': '1s',
  'prometheus-scrape-interval': '1s',
  'prometheus-window': '5s',
};

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

test('B-04, B-05: a hot node is brought under its line; no pod is missed for a moment, and the migration tells it all', async ({
  api,
  namespace,
  startNodes,
  startLoad,
  startScraping,
  startCollector,
  deploy,
  eventsOn,
}) => {
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
  for (const counter of counters) onTestFinished(() => counter.stop());
  const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
  const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  expectOk(await api.create(configMaps, { metadata: { name: 'plimsoll-control' }, data: { paused: 'true' } }));
  const role = await startCollector({ ...quick, 'prometheus-url': url, 'included-namespaces': namespace });

  const migrations = `/apis/plimsoll.dev/v1/namespaces/${namespace}/podmigrations`;
  await until('moves to be wanted, and held', async () => {
    const told = role.told();
    const isHeld = told.some(({ kind, facts }) => kind === 'moves-held' && facts?.['reason'] === 'Paused');
    const isWanted = told.some(({ kind, facts }) => kind === 'planned' && Number(facts?.['moves']) > 0);
    return isHeld && isWanted ? true : undefined;
  });
  expect((await api.get(migrations)).body.items ?? []).toEqual([]);
  expectOk(await api.merge(`${configMaps}/plimsoll-control`, { data: { paused: 'false' } }));
  const ended: readonly KubeObject[] = await until(
    'all migrations to end',
    async () => {
      const { items = [] } = (await api.get(migrations)).body; // a kind this new is not served at once
      const areOver = items.every(({ status }: KubeObject) => finalPhases.includes(status?.phase));
      return items.length > 0 && areOver ? items : undefined;
    },
    60_000,
  );
  for (const { spec, status } of ended) {
    expect(status, JSON.stringify(status.history)).toMatchObject({ phase: 'Succeeded', sourceNode: hot });
    expect(Number(status.measured.source.cpu)).toBeLessThan(0.8);
    expect(spec.reason).toMatch(new RegExp(`^Node ${hot} is hot: cpu 0.\\d+ above 0.8; moving it to `));
  }
  expect(ended.length).toBeLessThanOrEqual(2);
  for (const node of model.nodes) expect.soft(shareOf(model, node), node).toBeLessThan(0.8);
  for (const counter of counters) expect(counter.least()).toBe(2);

  const [{ metadata, status }] = ended as [KubeObject];
  await until('the Events to be written', async () => {
    const on = await Promise.all([
      eventsOn(hot),
      eventsOn(status.workload.name, namespace),
      eventsOn(metadata.name, namespace),
    ]);
    const areTold = on.every((events) => events.some(({ reason }) => reason === 'MoveSucceeded'));
    return areTold ? true : undefined;
  });
  const { reason } = status.history.at(-1);
  expect(await role.metric(`plimsoll_moves_total{outcome="Succeeded",mode="Auto",reason="${reason}"}`)).toBeGreaterThan(
    0,
  );
  const { roles } = JSON.parse((await role.page('/statusz?format=json')).text);
  expect(roles.map(({ role: name, leader }: KubeObject) => [name, leader])).toEqual([
    ['collector', 'self'],
    ['rescheduler', 'self'],
  ]);
  expect(role.kinds()).not.toContain('pass-failed');
  expect((await podsOf(api, namespace, 'amber')).flatMap(labelsOf)).not.toContain('plimsoll.dev/clone-for');
}, 120_000);

const labelsOf = ({ metadata }: KubeObject): readonly string[] => Object.keys(metadata.labels);
