import { setTimeout as sleep } from 'node:timers/promises';
import { rngOf } from '#base/rng.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { isFinished } from '#api/pod-migration.ts';
import { installKinds } from '../control-plane/install-kinds.ts';
import { hollowLoad, type HollowLoad } from '../hollow-load/hollow-load.ts';
import type { LoadModel } from '../hollow-load/load-model.ts';
import { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import { hollowNodes } from '../hollow-nodes/node-spec.ts';
import { type Prometheus, startPrometheus } from '../prometheus/start-prometheus.ts';
import { adminAccount } from '../support/fault-proxy/service-account-token.ts';
import { startFaultProxy } from '../support/fault-proxy/start-fault-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import { actsIn, leftOn } from '../support/moves/audit-of-moves.ts';
import { auditedIn } from '../support/rights-used.ts';
import { RoleProcess } from '../support/role-process.ts';
import { writeKubeconfig } from '../support/survival/kubeconfig.ts';
import { until } from '../support/until.ts';
import { aBudget, isReady } from '../support/workloads.ts';
import { brokenPromises, type Evidence } from './broken-promises.ts';
import { coresOf, deeds, heat, type SoakStage } from './deeds.ts';
import { anApp, appNames, hasBudget, kindOf, pathsOfApps } from './soak-apps.ts';
import { SoakWitness, type Span } from './soak-witness.ts';

export interface SoakOptions {
  readonly controlPlane: {
    readonly url: string;
    readonly ca: string;
    readonly cert: string;
    readonly key: string;
    readonly auditLog: string;
  };
  readonly api: KubeApi;
  /** There already, and the soak's alone; its nodes are called after it. */
  readonly namespace: string;
  readonly prometheus: string;
  readonly nodes: number;
  readonly apps: number;
  readonly replicas: number;
  /** How many times slower than the quickest all goes: passes, scrapes, Leases. */
  readonly pace: number;
  /** Processes of the role, of which one acts. */
  readonly roles: number;
  readonly seed: number;
  readonly forMs: number;
  /** From one deed to the next. */
  readonly everyMs: number;
  /** So long nobody measures, once, in the middle. */
  readonly blindMs: number;
  readonly say: (line: string) => void;
}

export interface Soaked {
  readonly broken: readonly string[];
  readonly evictions: number;
  readonly surges: number;
  readonly deeds: number;
  /** How many migrations ended so, by `phase/reason`. */
  readonly ends: Readonly<Record<string, number>>;
}

/** From one plan to the next, at the quickest. */
const PASS_MS = 2000;
const SCRAPE_MS = 1000;
const FRESH_FOR_MS = 6000;
/** A token is good for ten minutes; a renewal that fails is made up for by the next. */
const RENEW_EVERY_MS = 120_000;
const SETTLES_WITHIN_MS = 240_000;
/** Time is compressed: with the five an hour of the defaults there would be nothing to see. */
const budgets = { ...planDefaults.budgets, perHour: 1000 };

/** Lets a cluster of chance go by under the role, and holds what came of it against product.md §5. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const { api, namespace, controlPlane, say } = options;
  await installKinds(api);
  const nodes = hollowNodes(options.nodes, namespace, { labels: { pool: namespace } });
  const cluster = await HollowCluster.start({ api, nodes, behaviour: () => ({ terminatesAfterMs: 200 }) });
  const load = await hollowLoad(cluster, { speed: 1 });
  driveApps(cluster, load.model, options);
  const apps = await startApps(options);
  const witness = new SoakWitness(api, namespace);
  witness.follow();
  const proxy = await startFaultProxy({ upstream: controlPlane });
  const account = await adminAccount(api, namespace);
  const kubeconfig = writeKubeconfig(proxy, account.token);
  const renew = async (): Promise<void> => kubeconfig.rotate(await account.renew());
  const renewing = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS);
  const sight = await Sight.open(options, load);
  const flags = flagsOf(options, kubeconfig.file, sight.url);
  const roles = Array.from({ length: options.roles }, (_, at) => new RoleProcess(`role-${at}`, flags));
  try {
    const stage = { ...options, apps, model: load.model, proxy, roles, chance: rngOf(options.seed) };
    await firstMove(options, stage);
    const done = await goBy(options, stage, sight);
    await proxy.faults.clear();
    calmDown(load.model, namespace);
    const left = await comeToRest(options);
    witness.stop();
    const evidence = await evidenceOf(options, witness, sight.blind);
    const { acts } = evidence;
    const complaints = roles.flatMap((role) => (role.complaints === '' ? [] : [`on stderr: ${role.complaints}`]));
    const count = (what: string): number => acts.filter((act) => act.what === what && act.isDone).length;
    return {
      broken: [...brokenPromises(evidence), ...left, ...complaints],
      evictions: count('eviction'),
      surges: count('adoption'),
      deeds: done,
      ends: await endsIn(api, namespace),
    };
  } finally {
    say('the soak ends');
    clearInterval(renewing);
    await Promise.all(roles.map((role) => role.stop()));
    witness.stop();
    await sight.close();
    await proxy.stop();
    kubeconfig.remove();
    await account.remove();
    await load.stop();
    await cluster.leave();
  }
}

/** A Prometheus that can be away for a while. */
class Sight {
  readonly blind: Span[] = [];
  readonly url: string;
  readonly #begin: () => Promise<Prometheus>;
  readonly #goodForMs: number;
  #running: Prometheus;

  private constructor(begin: () => Promise<Prometheus>, running: Prometheus, goodForMs: number) {
    this.#begin = begin;
    this.#goodForMs = goodForMs;
    this.#running = running;
    this.url = running.url;
  }

  static async open({ prometheus: program, pace }: SoakOptions, load: HollowLoad): Promise<Sight> {
    const port = await freePort();
    const begin = (): Promise<Prometheus> =>
      startPrometheus(program, { port, scrapeEveryMs: SCRAPE_MS * pace, scrapeConfigs: load.scrapeConfigs() });
    return new Sight(begin, await begin(), (FRESH_FOR_MS + PASS_MS) * pace);
  }

  /** What was measured before stays good for a while: only after that is anybody blind. */
  async lose(forMs: number): Promise<void> {
    await this.#running.stop();
    const from = Date.now() + this.#goodForMs;
    await sleep(forMs);
    this.blind.push({ from, to: Date.now() });
    this.#running = await this.#begin();
  }

  close(): Promise<void> {
    return this.#running.stop();
  }
}

const flagsOf = (
  { namespace, pace }: SoakOptions,
  kubeconfig: string,
  prometheusUrl: string,
): Readonly<Record<string, string>> => {
  const seconds = (quickestMs: number): string => `${(quickestMs * pace) / 1000}s`;
  return {
    kubeconfig,
    'lease-namespace': namespace,
    'included-namespaces': namespace,
    'prometheus-url': prometheusUrl,
    'prometheus-scrape-interval': seconds(SCRAPE_MS),
    'prometheus-window': seconds(5000),
    'scrape-interval': seconds(SCRAPE_MS),
    'fresh-for': seconds(FRESH_FOR_MS),
    'rescheduling-mode': 'act',
    'rescheduling-interval': seconds(PASS_MS),
    'move-settle': seconds(2000),
    'move-deadline': seconds(60_000),
    'minimum-pod-age': seconds(1000),
    'moves-per-hour': String(budgets.perHour),
    'lease-duration': seconds(3000),
    'http-port': '0',
    'bind-address': '127.0.0.1',
  };
};

/** Used on an average node if all pods worked hard, of 4 to 16 cores: some get hot, and others can take from them. */
const CORES_A_NODE = 10;

/** What works hard does so from its first moment on. */
function driveApps(cluster: HollowCluster, model: LoadModel, options: SoakOptions): void {
  const { namespace, nodes, apps, replicas } = options;
  const hardCores = (CORES_A_NODE * nodes) / (apps * replicas);
  cluster.tell({
    nodeJoined: () => undefined,
    nodeLeft: () => undefined,
    podEnded: () => undefined,
    podStarted({ pod: { metadata } }) {
      const use = { cpuCores: coresOf(metadata.labels?.app ?? '', hardCores), memoryBytes: 2 ** 26 };
      if (metadata.namespace === namespace) model.drivePod(namespace, metadata.name, use);
    },
  });
}

function calmDown(model: LoadModel, namespace: string): void {
  for (const node of model.nodes)
    for (const { run } of model.read(node).pods) model.drivePod(namespace, run.pod.metadata.name, { cpuCores: 0.05 });
}

async function startApps({ api, namespace, apps, replicas }: SoakOptions): Promise<readonly string[]> {
  const names = appNames(apps);
  const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  expectOk(await api.create(configMaps, { metadata: { name: 'plimsoll-control' }, data: { paused: 'false' } }));
  const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
  for (const name of names) {
    const { path, body } = anApp(namespace, name, replicas);
    expectOk(await api.create(path, body));
    if (hasBudget(name)) expectOk(await api.create(budgets, aBudget(name, name, replicas - 1)));
  }
  await until(
    'all pods to be ready',
    async () => {
      const { items } = expectOk(await api.get(`/api/v1/namespaces/${namespace}/pods`));
      return items.filter(isReady).length === apps * replicas ? true : undefined;
    },
    180_000,
  );
  return names;
}

/** Before anything else happens: a node gets hot, and it is seen that something comes of it. */
async function firstMove(options: SoakOptions, stage: Omit<SoakStage, 'later'>): Promise<void> {
  const { api, namespace, pace } = options;
  const migrations = `/apis/plimsoll.dev/v1/namespaces/${namespace}/podmigrations`;
  let heatAt = Date.now() + HEAT_AGAIN_MS * pace;
  await until(
    'a first move to end',
    async () => {
      const { items = [] } = (await api.get(migrations)).body; // a kind this new is not served at once
      if (items.some(isFinished)) return true;
      if (items.length === 0 && Date.now() > heatAt) {
        const told = stage.roles.map(({ kinds }) => kinds.slice(-3).join(' ')).join(', ');
        options.say(`no move yet, ${hotNodes(stage.model)} nodes are hot, the roles told of ${told}`);
        await heat({ ...stage, later: () => undefined });
        heatAt = Date.now() + HEAT_AGAIN_MS * pace;
      }
      return undefined;
    },
    90_000 * pace,
  );
}

const hotNodes = (model: LoadModel): number =>
  model.nodes.map((node) => model.read(node)).filter(({ use, capacity }) => use.cpuCores > 0.8 * capacity.cpuCores)
    .length;

/** Longer than a role takes to start, to lead, and to plan. */
const HEAT_AGAIN_MS = 12_000;

/** Deed after deed, and in the middle nobody sees; all is undone in the end. Gives how many there were. */
async function goBy(
  { forMs, everyMs, blindMs, say }: SoakOptions,
  stage: Omit<SoakStage, 'later'>,
  sight: Sight,
): Promise<number> {
  const undoing = new Set<() => Promise<void>>();
  const later: SoakStage['later'] = (ms, undo) => {
    undoing.add(undo);
    const wait = async (): Promise<void> => {
      await sleep(ms);
      if (undoing.delete(undo)) await undo();
    };
    void wait();
  };
  const endsAt = Date.now() + forMs;
  const darkAt = Date.now() + forMs / 2;
  let dark: Promise<void> | undefined;
  let done = 0;
  while (Date.now() < endsAt) {
    if (Date.now() > darkAt) dark ??= sight.lose(blindMs);
    const [name, deed] = deeds[stage.chance.int(deeds.length)]!;
    await deed({ ...stage, later });
    done += 1;
    if (done % 25 === 0) say(`${done} deeds, the last of them: ${name}`);
    await sleep(everyMs);
  }
  await dark;
  for (const undo of undoing) {
    undoing.delete(undo);
    await undo();
  }
  return done;
}

/** Waits until nothing is under way; what is left then, or is not as it was wished. */
async function comeToRest({ api, namespace }: SoakOptions): Promise<readonly string[]> {
  const migrations = `/apis/plimsoll.dev/v1/namespaces/${namespace}/podmigrations`;
  const problems = async (): Promise<readonly string[]> => {
    const open = expectOk(await api.get(migrations)).items.filter((each: KubeObject) => !isFinished(each));
    const pods: readonly KubeObject[] = expectOk(await api.get(`/api/v1/namespaces/${namespace}/pods`)).items;
    const apps = await appsIn(api, namespace);
    return [
      ...open.map(({ metadata, status }: KubeObject) => `${metadata.name} is ${status?.phase ?? 'new'} still`),
      ...pods.flatMap((pod) => leftOn(pod).map((key) => `${key} is left on ${pod.metadata.name}`)),
      ...pods
        .filter(({ metadata }) => metadata.ownerReferences === undefined)
        .map((pod) => `${pod.metadata.name} is nobody's`),
      ...apps.flatMap(({ metadata, spec, status }) =>
        status.readyReplicas === spec.replicas && status.replicas === spec.replicas
          ? []
          : [
              `${metadata.name} wants ${spec.replicas} pods and has ${status.readyReplicas} ready of ${status.replicas}`,
            ],
      ),
    ];
  };
  const deadline = Date.now() + SETTLES_WITHIN_MS;
  let left = await problems();
  while (left.length > 0 && Date.now() < deadline) {
    await sleep(500);
    left = await problems();
  }
  return left;
}

/** All of them; the ReplicaSets of Deployments are none of their own. */
async function appsIn(api: KubeApi, namespace: string): Promise<readonly KubeObject[]> {
  const lists = await Promise.all(pathsOfApps(namespace).map((path) => api.get(path)));
  const all: readonly KubeObject[] = lists.flatMap((list) => expectOk(list).items);
  return all.filter(({ metadata }) => metadata.ownerReferences === undefined);
}

async function evidenceOf(
  { api, namespace, apps, replicas, controlPlane, pace }: SoakOptions,
  witness: SoakWitness,
  blind: readonly Span[],
): Promise<Evidence> {
  const { items } = expectOk(await api.get(`/apis/plimsoll.dev/v1/namespaces/${namespace}/podmigrations`));
  const proposed = auditedIn(controlPlane.auditLog).filter(
    ({ verb, objectRef, responseStatus }) =>
      verb === 'create' &&
      objectRef?.resource === 'podmigrations' &&
      objectRef.namespace === namespace &&
      responseStatus?.code < 300,
  );
  return {
    acts: actsIn(controlPlane.auditLog).filter((act) => act.namespace === namespace),
    proposed: [proposed.map(({ stageTimestamp }) => Date.parse(stageTimestamp))],
    witness,
    movedBy: new Map(items.map(({ metadata, spec }: KubeObject) => [metadata.uid, spec.podRef.uid])),
    leastOf: new Map(
      appNames(apps)
        .filter((name) => hasBudget(name))
        .map((name) => [name, replicas - 1]),
    ),
    restOf: (app, pod) => (kindOf(app) === 'StatefulSet' ? pod : app),
    blind,
    budgets,
    passMs: PASS_MS * pace,
  };
}

async function endsIn(api: KubeApi, namespace: string): Promise<Readonly<Record<string, number>>> {
  const { items } = expectOk(await api.get(`/apis/plimsoll.dev/v1/namespaces/${namespace}/podmigrations`));
  const ends = items.map(({ status }: KubeObject) => `${status?.phase}/${status?.history?.at(-1)?.reason}`);
  return Object.fromEntries([...Map.groupBy(ends, String)].map(([end, all]) => [end, all.length]));
}
