import { afterAll, expect, onTestFinished } from 'vitest';
import { isFinished } from '#api/pod-migration.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { collectorTest } from '../collector/collector-test.ts';
import { installKinds } from '../control-plane/install-kinds.ts';
import { brokenPromises } from '../soak/broken-promises.ts';
import { anApp, appNames, hasBudget, kindOf } from '../soak/soak-apps.ts';
import { SoakWitness } from '../soak/soak-witness.ts';
import { podsOf, readyPods } from '../support/cluster-state.ts';
import { cordon } from '../support/cordon.ts';
import { adminAccount } from '../support/fault-proxy/service-account-token.ts';
import { expectOk, type KubeObject } from '../support/kube-api.ts';
import { actsIn, evictionsOf, leftOn } from '../support/moves/audit-of-moves.ts';
import { onOwnControlPlane } from '../support/own-control-plane.ts';
import { auditedIn } from '../support/rights-used.ts';
import { RoleProcess } from '../support/role-process.ts';
import { writeKubeconfig } from '../support/survival/kubeconfig.ts';
import { until } from '../support/until.ts';
import { aBudget } from '../support/workloads.ts';

/** Moves of other tests count too, against the hour's budget. */
const { test, stop } = onOwnControlPlane(collectorTest, {
  components: ['kube-controller-manager', 'kube-scheduler'],
  audit: true,
});
afterAll(stop);

/** More than the hour has room for would be hot. */
const HOT = planDefaults.budgets.perHour + 1;
const APPS_A_NODE = 2;
const REPLICAS = 2;
const BESIDE_MS = 20_000;
const PASS_MS = 2000;

const flags: Readonly<Record<string, string>> = {
  'prometheus-scrape-interval': '1s',
  'prometheus-window': '5s',
  'scrape-interval': '1s',
  'rescheduling-mode': 'act',
  'rescheduling-interval': `${PASS_MS / 1000}s`,
  'move-settle': '5s',
  'minimum-pod-age': '1s',
  'lease-duration': '3s',
  'http-port': '0',
  'bind-address': '127.0.0.1',
};

test('trap 52: two controllers act for 20 s beside each other: each plans, no pod is moved twice, and no budget is passed', async ({
  api,
  namespace,
  own,
  controlPlane,
  startNodes,
  startLoad,
  startScraping,
}) => {
  await installKinds(api);
  const cluster = await startNodes(2 * HOT, { behaviour: () => ({ terminatesAfterMs: 300 }) });
  const load = await startLoad(cluster, { speed: 1 });
  const { model } = load;
  const hot = model.nodes.slice(0, HOT);
  const apps = appNames(HOT * APPS_A_NODE);
  const coresOf = (app: string): number =>
    0.22 * model.read(hot[Math.floor(apps.indexOf(app) / APPS_A_NODE)]!).capacity.cpuCores;
  cluster.tell({
    nodeJoined: () => undefined,
    nodeLeft: () => undefined,
    podEnded: () => undefined,
    podStarted: ({ pod: { metadata } }) => {
      const app = metadata.labels?.app ?? '';
      if (metadata.namespace === namespace && apps.includes(app))
        model.drivePod(namespace, metadata.name, { cpuCores: coresOf(app), memoryBytes: 2 ** 26 });
    },
  });
  await cordon(api, namespace, model.nodes, true);
  for (const [at, app] of apps.entries()) {
    const node = hot[Math.floor(at / APPS_A_NODE)]!;
    await cordon(api, namespace, [node], false);
    const { path, body } = anApp(namespace, app, REPLICAS);
    expectOk(await api.create(path, body));
    await readyPods(api, namespace, app, REPLICAS);
    await cordon(api, namespace, [node], true);
    const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
    if (hasBudget(app)) expectOk(await api.create(budgets, aBudget(app, app, REPLICAS - 1)));
  }
  await cordon(api, namespace, model.nodes, false);
  const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
  const witness = new SoakWitness(api, namespace);
  witness.follow();
  onTestFinished(() => witness.stop());

  // a Lease of its own for each: nothing tells them of each other
  const account = await adminAccount(api, namespace);
  const asItself = writeKubeconfig(own, account.token);
  onTestFinished(() => asItself.remove());
  const elsewhere = `${namespace}-too`;
  expectOk(await api.create('/api/v1/namespaces', { metadata: { name: elsewhere } }));
  const homes = [namespace, elsewhere] as const;
  const pause = async (paused: 'true' | 'false'): Promise<void> => {
    for (const home of homes)
      expectOk(await api.merge(`/api/v1/namespaces/${home}/configmaps/plimsoll-control`, { data: { paused } }));
  };
  const roles: RoleProcess[] = [];
  for (const [at, home] of homes.entries()) {
    const control = { metadata: { name: 'plimsoll-control' }, data: { paused: 'true' } };
    expectOk(await api.create(`/api/v1/namespaces/${home}/configmaps`, control));
    const kubeconfig = at === 0 ? asItself.file : own.kubeconfig;
    const role = new RoleProcess(`role-${at}`, {
      ...flags,
      kubeconfig,
      'prometheus-url': url,
      'lease-namespace': home,
      'included-namespaces': namespace,
    });
    onTestFinished(() => role.stop());
    roles.push(role);
  }
  await until(
    'both to lead, and to want moves',
    async () => (roles.every(({ kinds }) => kinds.includes('leading') && kinds.includes('planned')) ? true : undefined),
    60_000,
  );
  const begunAt = Date.now();
  await pause('false');
  const migrations = `/apis/plimsoll.dev/v1/namespaces/${namespace}/podmigrations`;
  const told = async (): Promise<readonly KubeObject[]> => expectOk(await api.get(migrations)).items;
  await until(
    'the hour to be spent, and all moves to have ended',
    async () => {
      const all = (await told()).filter(({ status }) => !['Proposed', 'Approved'].includes(status?.phase));
      const areOver = all.length >= planDefaults.budgets.perHour && all.every((each) => isFinished(each as never));
      return areOver && Date.now() - begunAt > BESIDE_MS ? true : undefined;
    },
    90_000,
  );
  await Promise.all(roles.map((role) => role.stop()));
  witness.stop();

  for (const role of roles) expect(role.complaints).toBe('');
  const isSelf = ({ user }: KubeObject): boolean =>
    user.username === `system:serviceaccount:${account.namespace}:${account.name}`;
  const audited = auditedIn(controlPlane.auditLog);
  const wrote = audited.filter(
    ({ verb, objectRef, userAgent = '' }) =>
      userAgent.startsWith('plimsoll') && objectRef?.resource === 'podmigrations' && /^(create|update)$/.test(verb),
  );
  const writtenBy = [wrote.filter(isSelf), wrote.filter((each) => !isSelf(each))];
  for (const writes of writtenBy) expect(writes.length).toBeGreaterThan(0);

  const all = await told();
  const acts = actsIn(controlPlane.auditLog).filter((act) => act.namespace === namespace);
  const broken = brokenPromises({
    acts,
    proposed: writtenBy.map((writes) =>
      writes
        .filter(({ verb, responseStatus }) => verb === 'create' && responseStatus?.code < 300)
        .map(({ stageTimestamp }) => Date.parse(stageTimestamp)),
    ),
    witness,
    movedBy: new Map(all.map(({ metadata, spec }) => [metadata.uid, spec.podRef.uid])),
    leastOf: new Map(apps.filter(hasBudget).map((app) => [app, REPLICAS - 1])),
    restOf: (app, pod) => (kindOf(app) === 'StatefulSet' ? pod : app),
    blind: [],
    budgets: planDefaults.budgets,
    passMs: PASS_MS,
  });
  expect(broken).toEqual([]);
  const pods = (await Promise.all(apps.map((app) => podsOf(api, namespace, app)))).flat();
  expect(pods.flatMap(leftOn)).toEqual([]);
  for (const app of apps) expect(await readyPods(api, namespace, app, REPLICAS)).toHaveLength(REPLICAS);
  // one may want a pod moved whose move the other has just withdrawn
  const wasMoved = ({ status }: KubeObject): boolean =>
    status.toldToGoAt !== undefined || status.adoptedAt !== undefined;
  const moved = new Set(all.filter(wasMoved).map(({ spec }) => spec.podRef.uid));
  for (const { spec, status } of all) {
    const story = JSON.stringify({ spec, status });
    expect(status.predicted, story).toEqual(spec.planned.predicted);
    expect(
      pods.some(({ metadata }) => metadata.uid === spec.podRef.uid),
      story,
    ).toBe(!moved.has(spec.podRef.uid));
    expect(evictionsOf(acts, spec.podRef.uid), story).toBeLessThanOrEqual(1);
    if (status.replacement === undefined) continue;
    const came = pods.find(({ metadata }) => metadata.uid === status.replacement.uid);
    expect(came?.spec.nodeName, story).toBe(status.landedNode);
  }
}, 240_000);
