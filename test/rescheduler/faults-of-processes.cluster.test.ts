import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished } from 'vitest';
import { fileHistoryStore } from '#actuators/history/file-history-store.ts';
import { isFinished, type PodMigration } from '#api/pod-migration.ts';
import { ForecastKeeper } from '#load/forecast/forecast-keeper.ts';
import { writeSnapshot } from '#load/forecast/forecast-snapshot.ts';
import type { PodBehaviour } from '#test/hollow-nodes/pod-life.ts';
import { actsIn } from '#test/support/moves/audit-of-moves.ts';
import { type App, clonesOf, isClone, moveTest } from '#test/support/moves/move-test.ts';
import { expectOk, type KubeApi, type KubeObject } from '#test/support/kube-api.ts';
import { onOwnControlPlane } from '#test/support/own-control-plane.ts';
import { RoleProcess } from '#test/support/role-process.ts';
import { auditedIn } from '#test/support/rights-used.ts';
import { writeKubeconfig } from '#test/support/survival/kubeconfig.ts';
import { until } from '#test/support/until.ts';
import { aBudget } from '#test/support/workloads.ts';

/** Long enough for a process to be killed meanwhile, by those who only watch. */
const TERMINATES_AFTER_MS = 3000;
const WITHIN_MS = 60_000;

/** Clones get no further than the test lets them. */
const heldClones = moveTest.extend<{ behaviour: (pod: KubeObject) => Partial<PodBehaviour> }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture that needs none
  behaviour: async ({}, use) =>
    use((pod) => ({
      terminatesAfterMs: TERMINATES_AFTER_MS,
      ...(isClone(pod) ? { life: { kind: 'never-starts' } } : {}),
    })),
});

/** Moves of other tests count too, against the hour’s budget; and a controller is stopped here. */
const { test, stop } = onOwnControlPlane(heldClones, {
  components: ['kube-controller-manager', 'kube-scheduler'],
  audit: true,
});
afterAll(stop);

/** What stands around the role, and its levers; nodes are as cool as their annotations say. */
class Around {
  readonly #api: KubeApi;
  readonly #namespace: string;

  constructor(api: KubeApi, namespace: string) {
    this.#api = api;
    this.#namespace = namespace;
  }

  get lease(): string {
    return `/apis/coordination.k8s.io/v1/namespaces/${this.#namespace}/leases/plimsoll-rescheduler`;
  }

  flags(kubeconfig: string): Readonly<Record<string, string>> {
    return {
      kubeconfig,
      'lease-namespace': this.#namespace,
      'included-namespaces': this.#namespace,
      sources: 'annotations',
      'scrape-interval': '1s',
      'fresh-for': '10m',
      'rescheduling-mode': 'act',
      'rescheduling-interval': '2s',
      'move-settle': '8s',
      'minimum-pod-age': '1s',
      'lease-duration': '3s',
      'http-port': '0',
      'bind-address': '127.0.0.1',
    };
  }

  async coolNodes(): Promise<void> {
    const { items } = expectOk(await this.#api.get(`/api/v1/nodes?labelSelector=pool%3D${this.#namespace}`));
    const annotations = {
      'metrics.cpu': '0.300',
      'metrics.memory': '0.300',
      'metrics.overloaded': 'false',
      'metrics.last-updated': new Date().toISOString(),
    };
    for (const { metadata } of items)
      expectOk(await this.#api.merge(`/api/v1/nodes/${metadata.name}`, { metadata: { annotations } }));
  }

  async pause(paused: 'true' | 'false'): Promise<void> {
    const maps = `/api/v1/namespaces/${this.#namespace}/configmaps`;
    const data = { paused };
    const written = await this.#api.merge(`${maps}/plimsoll-control`, { data });
    if (written.status === 404)
      expectOk(await this.#api.create(maps, { metadata: { name: 'plimsoll-control' }, data }));
  }

  /** No pod of this app may be away, until that is taken back. */
  async guard(app: App): Promise<() => Promise<void>> {
    const budgets = `/apis/policy/v1/namespaces/${this.#namespace}/poddisruptionbudgets`;
    expectOk(await this.#api.create(budgets, aBudget(app.name, app.name, app.replicas)));
    return async () => void expectOk(await this.#api.delete(`${budgets}/${app.name}`));
  }

  /** Says of the clone what its kubelet would. */
  async cloneBecomes(app: App, ready: 'True' | 'False'): Promise<void> {
    const [clone] = await clonesOf(this.#api, this.#namespace, app);
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: ready }] };
    expectOk(
      await this.#api.patch(`/api/v1/namespaces/${this.#namespace}/pods/${clone!.metadata.name}/status`, { status }),
    );
  }

  async isGoing({ hot }: App): Promise<boolean> {
    const path = `/api/v1/namespaces/${this.#namespace}/pods/${hot.metadata.name}`;
    const { status, body } = await this.#api.get(path);
    return status === 200 && body.metadata.uid === hot.metadata.uid && body.metadata.deletionTimestamp !== undefined;
  }
}

const lastReason = ({ status }: PodMigration): string | undefined => status?.history?.at(-1)?.reason;
const fates = { Evict: /^(Succeeded\/Cooled|Failed\/CameBack)$/, Surge: /^Succeeded\/Cooled$/ };

/** Until it tells of that, since it was last begun. */
function tells(role: RoleProcess, kind: string): Promise<true> {
  const told = async (): Promise<true | undefined> => {
    expect(role.complaints).toBe('');
    return role.kinds.includes(kind) ? true : undefined;
  };
  return until(`the role to tell of ${kind}`, told, WITHIN_MS);
}

test('the process is killed in every phase of a surge and of an eviction, and each is carried to its end', async ({
  api,
  namespace,
  stage,
  mover,
  own,
  controlPlane,
}) => {
  const around = new Around(api, namespace);
  const apps = await Promise.all([stage.start('goes'), stage.start('surges')]);
  const [goes, surges] = apps;
  await around.coolNodes();
  await around.pause('true');
  const release = await around.guard(goes);
  const role = new RoleProcess('role', around.flags(own.kubeconfig));
  onTestFinished(() => role.stop());
  const moves = [await stage.want(goes, 'Evict', 600_000), await stage.want(surges, 'Surge', 600_000)] as const;
  const now = async () => {
    const [eviction, surge] = await Promise.all(moves.map((move) => mover.read(move)));
    expect(role.complaints).toBe('');
    return { eviction: eviction!, surge: surge!, clones: await clonesOf(api, namespace, surges) };
  };
  /** Kills it as soon as that is seen, has something happen while nobody acts, and begins it anew. */
  const killed = async (
    phase: string,
    isSeen: (seen: Awaited<ReturnType<typeof now>>) => boolean | Promise<boolean>,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ): Promise<void> => {
    await until(phase, async () => ((await isSeen(await now())) ? true : undefined), WITHIN_MS);
    await role.kill();
    await api.delete(around.lease); // it would have run out
    await meanwhile();
    role.start();
  };
  await killed(
    'both to be approved, and held',
    ({ eviction, surge }) => [eviction, surge].every((each) => lastReason(each) === 'Paused'),
    () => around.pause('false'),
  );
  await killed(
    'a clone, and an eviction that is held',
    ({ eviction, clones }) => clones.length === 1 && (eviction.status!.waits ?? 0) > 0,
    async () => {
      await around.cloneBecomes(surges, 'False');
      await release();
    },
  );
  await killed(
    'a clone that runs and is not ready, and a pod that was told to go',
    async ({ surge }) => lastReason(surge) === 'CloneStarting' && (await around.isGoing(goes)),
    async () => {
      await around.pause('true');
      await around.cloneBecomes(surges, 'True');
    },
  );
  await killed(
    'a clone that is ready and not handed over, and an eviction that has landed',
    ({ eviction, surge }) => lastReason(surge) === 'Paused' && eviction.status!.landedNode !== undefined,
    async () => {
      own.process('kube-controller-manager').signal('SIGSTOP');
      onTestFinished(() => own.process('kube-controller-manager').signal('SIGCONT'));
      await around.pause('false');
    },
  );
  await killed(
    'a clone that is handed over and that nobody took',
    ({ surge }) => surge.status!.adoptedAt !== undefined,
  );
  await tells(role, 'leading');
  own.process('kube-controller-manager').signal('SIGCONT');
  await killed('a clone that was taken, its pod on the way out', () => around.isGoing(surges));
  await killed('a surge that settles', ({ surge }) => surge.status!.landedNode !== undefined && !isFinished(surge));

  await Promise.all(moves.map((move) => stage.ended(move)));
  expect(await stage.expectTruth(goes, moves[0])).toMatch(fates.Evict);
  expect(await stage.expectTruth(surges, moves[1])).toMatch(fates.Surge);
  expect(surges.ready.least()).toBe(surges.replicas);
  const clones = actsIn(controlPlane.auditLog).filter(
    (act) => act.what === 'clone' && act.isDone && act.namespace === namespace,
  );
  expect(clones).toHaveLength(1);
  expect(role.complaints).toBe('');
}, 300_000);

test('fault 21: a leader that is stopped in mid-move wakes beside another, begins nothing more, and stands by', async ({
  api,
  namespace,
  stage,
  mover,
  own,
  account,
  controlPlane,
}) => {
  const around = new Around(api, namespace);
  const [goes, surges] = await Promise.all([stage.start('goes'), stage.start('surges')]);
  await around.coolNodes();
  await around.pause('false');
  const release = await around.guard(goes);
  const asItself = writeKubeconfig(own, account.token);
  onTestFinished(() => asItself.remove());
  const first = new RoleProcess('first', around.flags(asItself.file));
  onTestFinished(() => first.stop());
  await tells(first, 'leading');
  const second = new RoleProcess('second', around.flags(own.kubeconfig));
  onTestFinished(() => second.stop());
  const moves = [await stage.want(goes, 'Evict', 600_000), await stage.want(surges, 'Surge', 600_000)] as const;
  await until(
    'both to be under way',
    async () => {
      const waits = (await mover.read(moves[0])).status?.waits ?? 0;
      return waits > 0 && (await clonesOf(api, namespace, surges)).length === 1 ? true : undefined;
    },
    WITHIN_MS,
  );
  first.signal('SIGSTOP');
  await tells(second, 'leading');
  await release();
  await around.cloneBecomes(surges, 'True');
  await sleep(500); // the API server's clock and ours are one here, and each counts whole milliseconds
  const wokenAt = Date.now();
  first.signal('SIGCONT');
  await tells(first, 'standing-by');
  await Promise.all(moves.map((move) => stage.ended(move)));
  expect(await stage.expectTruth(goes, moves[0])).toMatch(fates.Evict);
  expect(await stage.expectTruth(surges, moves[1])).toMatch(fates.Surge);
  expect(surges.ready.least()).toBe(surges.replicas);
  const late = auditedIn(controlPlane.auditLog).filter(
    ({ user, verb, objectRef, requestReceivedTimestamp }) =>
      user.username === `system:serviceaccount:${account.namespace}:${account.name}` &&
      ['pods', 'podmigrations'].includes(objectRef?.resource) &&
      !['get', 'list', 'watch'].includes(verb) &&
      Date.parse(requestReceivedTimestamp) > wokenAt,
  );
  expect(late).toEqual([]);
  expect(first.complaints + second.complaints).toBe('');
}, 180_000);

/** An hour of one pod. */
function learntBefore(): ForecastKeeper {
  const keeper = new ForecastKeeper();
  const pod = { uid: 'one', owner: 'web', requests: { cpuCores: 1, memoryBytes: 1 }, limits: {} };
  const at = Date.now() - 3_600_000;
  keeper.learn([pod], [{ at, cpuCores: [0.5], memoryBytes: [1] }]);
  return keeper;
}

test('a process goes on from what one before it learnt and kept; what is damaged it tells of, and learns anew', async ({
  api,
  namespace,
  stage,
  own,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await fileHistoryStore(folder).write('rescheduler', writeSnapshot(learntBefore()));
  const around = new Around(api, namespace);
  await stage.start('stays');
  await around.coolNodes();
  const role = new RoleProcess('role', { ...around.flags(own.kubeconfig), 'history-folder': folder });
  onTestFinished(() => role.stop());
  await tells(role, 'history-read');
  await role.kill();
  const [file] = readdirSync(folder);
  writeFileSync(join(folder, file!), 'a poem of two lines');
  role.start();
  await tells(role, 'history-unread');
  expect(role.kinds).not.toContain('history-read');
}, 120_000);
