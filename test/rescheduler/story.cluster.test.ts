import { afterAll, expect, onTestFinished } from 'vitest';
import { finalPhases } from '#api/pod-migration.ts';
import { collectorTest } from '../collector/collector-test.ts';
import { installKinds } from '../control-plane/install-kinds.ts';
import type { LoadModel } from '../hollow-load/load-model.ts';
import { podsOf, readyPods } from '../support/cluster-state.ts';
import { cordon } from '../support/cordon.ts';
import { expectOk, type KubeObject } from '../support/kube-api.ts';
import { countReady } from '../support/migration/ready-counter.ts';
import { onOwnControlPlane } from '../support/own-control-plane.ts';
import { until } from '../support/until.ts';
import { aBudget } from '../support/workloads.ts';
import { StoryLoad } from './story-load.ts';

/** Moves of other tests count too: against the hour’s budget, and for the breaker. */
const { test, stop } = onOwnControlPlane(collectorTest, { components: ['kube-controller-manager', 'kube-scheduler'] });
afterAll(stop);

const NODES = 20;
const LINE = 0.8;
/** The apps that make each of the hot nodes hot: two pods of each. */
const crowds = [
  ['amber', 'birch'],
  ['cedar', 'dogwood'],
] as const;
const apps = crowds.flat();

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

const shareOf = (model: LoadModel, node: string): number => {
  const { use, capacity } = model.read(node);
  return use.cpuCores / capacity.cpuCores;
};

test('B-04, B-05: hot nodes are brought under their line, for fewer overload minutes than left alone; no pod is missed for a moment, and migrations tell it all', async ({
  api,
  namespace,
  startNodes,
  startLoad,
  startScraping,
  startCollector,
  deploy,
  eventsOn,
  annotate,
}) => {
  await installKinds(api);
  const cluster = await startNodes(NODES);
  const load = await startLoad(cluster, { speed: 1 });
  const { model } = load;
  const hot = model.nodes.slice(0, crowds.length);
  const cores = crowds.flatMap((crowd, at) =>
    crowd.map((app) => [app, 0.22 * model.read(hot[at]!).capacity.cpuCores] as const),
  );
  const story = new StoryLoad({ model, cluster, namespace }, new Map(cores), LINE);
  onTestFinished(() => story.stop());
  await cordon(api, namespace, model.nodes, true);
  for (const [at, crowd] of crowds.entries()) {
    await cordon(api, namespace, [hot[at]!], false);
    for (const app of crowd) await deploy(app, 2, { cpu: '300m', memory: '256Mi' });
    await cordon(api, namespace, [hot[at]!], true);
  }
  await cordon(api, namespace, model.nodes, false);
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
  story.count();
  expectOk(await api.merge(`${configMaps}/plimsoll-control`, { data: { paused: 'false' } }));
  const ended: readonly KubeObject[] = await until(
    'all migrations to end',
    async () => {
      const { items = [] } = (await api.get(migrations)).body; // a kind this new is not served at once
      const areOver = items.every(({ status }: KubeObject) => finalPhases.includes(status?.phase));
      return areOver && hot.every((node) => shareOf(model, node) < LINE) ? items : undefined;
    },
    90_000,
  );
  const { asItWent, leftAlone } = story.minutes;
  await annotate(`overload: ${asItWent.toFixed(2)} node-minutes, left alone ${leftAlone.toFixed(2)}`);
  expect(asItWent).toBeGreaterThan(0);
  expect(asItWent).toBeLessThan(leftAlone);
  for (const { spec, status } of ended) {
    expect(status, JSON.stringify(status.history)).toMatchObject({ phase: 'Succeeded' });
    expect(hot).toContain(status.sourceNode);
    expect(Number(status.measured.source.cpu)).toBeLessThan(LINE);
    expect(spec.reason).toMatch(new RegExp(`^Node ${status.sourceNode} is hot: cpu 0.\\d+ above 0.8; moving it to `));
  }
  expect(ended.length).toBeLessThanOrEqual(2 * hot.length);
  for (const node of model.nodes) expect.soft(shareOf(model, node), node).toBeLessThan(LINE);
  for (const counter of counters) expect(counter.least()).toBe(2);

  const [{ metadata, status }] = ended as [KubeObject];
  await until('the Events to be written', async () => {
    const on = await Promise.all([
      eventsOn(status.sourceNode),
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
}, 180_000);

const labelsOf = ({ metadata }: KubeObject): readonly string[] => Object.keys(metadata.labels);
