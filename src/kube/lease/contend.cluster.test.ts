import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { KubeClient } from '#kube/client/kube-client.ts';
import { inShort, RightsAsked } from '#kube/client/rights.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { cutOff } from '#test/support/fault-proxy/cut-off.ts';
import { adminAccount } from '#test/support/fault-proxy/service-account-token.ts';
import { startFaultProxy } from '#test/support/fault-proxy/start-fault-proxy.ts';
import { expectOk } from '#test/support/kube-api.ts';
import { until } from '#test/support/until.ts';
import { machineClock } from './clock.ts';
import { contend, type Contention } from './contend.ts';
import { connected, type Door } from './fixtures/connected.ts';
import type { Order, Told } from './fixtures/contender-process.ts';
import { storeContract } from './fixtures/store-contract.ts';
import { kubeLeaseStore, leaseRights, leases } from './kube-lease-store.ts';
import { leaseDefaults, type LeaseOptions, type LeaseTimes } from './options.ts';
import type { Leadership } from './term.ts';

/** As short as a lease can be kept without haste. */
const brisk: LeaseTimes = { leaseDurationMs: 3000, renewDeadlineMs: 2000, retryPeriodMs: 250, jitter: 1.2 };

/** A contender in this process, with a connection of its own. */
interface Running {
  readonly contention: Contention;
  readonly terms: readonly Leadership[];
}

interface RunningOptions extends Partial<LeaseOptions> {
  readonly rights?: RightsAsked;
}

function running(door: Door, namespace: string, options: RunningOptions = {}): Running {
  const transport = connected(door, options.rights);
  const terms: Leadership[] = [];
  const store = kubeLeaseStore(new KubeClient(transport), { namespace, name: 'plimsoll-test' });
  const work = async (leadership: Leadership): Promise<void> => {
    terms.push(leadership);
    await new Promise((resolve) => leadership.signal.addEventListener('abort', resolve));
  };
  const contention = contend(store, work, { ...leaseDefaults, ...brisk, name: 'a', ...options });
  onTestFinished(async () => {
    await contention.release();
    await transport.close();
  });
  return { contention, terms };
}

const leads = ({ contention }: Running): boolean => contention.status().kind === 'leading';
const leader = (all: readonly Running[]): Promise<Running> =>
  until('somebody to lead', async () => all.find((each) => leads(each)));

for (const [promise, keeps] of Object.entries(storeContract)) {
  clusterTest(`a Lease on a real API server: ${promise}`, async ({ controlPlane, namespace, api }) => {
    const transport = connected(controlPlane);
    const store = kubeLeaseStore(new KubeClient(transport), { namespace, name: 'a' });
    const remove = async (): Promise<void> => {
      expectOk(await api.delete(`/apis/${leases.group}/v1/namespaces/${namespace}/leases/a`));
    };
    expect(await keeps({ store, remove })).toBeUndefined();
    await transport.close();
  });
}

clusterTest(
  'fault 23: of five that start at once one leads, and goes on leading',
  async ({ controlPlane, namespace }) => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => running(controlPlane, namespace, { name }));
    const first = await leader(all);
    for (const end = Date.now() + 3500; Date.now() < end; await sleep(50))
      expect(all.filter((each) => leads(each))).toEqual([first]);
    expect(all.filter(({ terms }) => terms.length > 0)).toEqual([first]);
    const follows = { kind: 'following', leader: first.contention.identity };
    for (const each of all) if (each !== first) expect(each.contention.status()).toEqual(follows);
  },
);

clusterTest('a released lease is taken at the next look', async ({ controlPlane, namespace, api }) => {
  const rights = new RightsAsked();
  const first = running(controlPlane, namespace, { leaseDurationMs: 60_000, rights });
  await leader([first]);
  const second = running(controlPlane, namespace, { name: 'b', leaseDurationMs: 60_000 });
  await until('b to follow', async () => (second.contention.status().kind === 'following' ? true : undefined));
  await first.contention.release();
  await until('b to lead', async () => (leads(second) ? true : undefined), 3000);
  const lease = expectOk(await api.get(`/apis/${leases.group}/v1/namespaces/${namespace}/leases/plimsoll-test`));
  expect(lease.spec).toMatchObject({ holderIdentity: second.contention.identity, leaseTransitions: 1 });
  expect(rights.rules()).toEqual(inShort(leaseRights));
});

clusterTest(
  'fault 22: a leader that is cut off stops before another leads',
  async ({ controlPlane, namespace, api }) => {
    const proxy = await startFaultProxy({ upstream: controlPlane });
    onTestFinished(() => proxy.stop());
    const account = await adminAccount(api, namespace);
    onTestFinished(() => account.remove());
    const first = running({ url: proxy.url, ca: proxy.ca, token: account.token }, namespace);
    await leader([first]);
    const second = running(controlPlane, namespace, { name: 'b' });
    await until('b to follow', async () => (second.contention.status().kind === 'following' ? true : undefined));

    let stoppedAt = Infinity;
    first.terms[0]!.signal.addEventListener('abort', () => (stoppedAt = performance.now()));
    const cutAt = performance.now();
    const cut = cutOff(proxy.faults);
    await until('b to lead', async () => (leads(second) ? true : undefined));
    expect(stoppedAt - cutAt).toBeLessThan(2100);
    expect(performance.now() - stoppedAt).toBeGreaterThan(500);
    expect(first.terms[0]!.held()).toBe(false);

    await cut.clear();
    await until('a to follow', async () => (first.contention.status().kind === 'following' ? true : undefined));
    expect(first.terms).toHaveLength(1);
  },
);

clusterTest('fault 24: a wall clock that jumps changes nothing', async ({ controlPlane, namespace }) => {
  let aheadMs = 0;
  const clock = { ...machineClock, now: () => Date.now() + aheadMs };
  const first = running(controlPlane, namespace, { clock });
  await leader([first]);
  const second = running(controlPlane, namespace, { name: 'b', clock });
  for (const hours of [1, -1, 24, -24, 0]) {
    aheadMs = hours * 3_600_000;
    await sleep(900);
    expect(leads(first)).toBe(true);
    expect(second.contention.status().kind).toBe('following');
  }
  expect(first.terms).toHaveLength(1);
});

clusterTest(
  'fault 21: a leader stopped past its lease begins no write afterwards',
  async ({ controlPlane, namespace, api }) => {
    expectOk(await api.create(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: 'work' } }));
    const { url, ca, cert, key } = controlPlane;
    const order = { door: { url, ca, cert, key }, namespace, lease: 'work', times: brisk };
    const old = started({ ...order, name: 'old' });
    await until('the first to write', async () => lastWrite(old));
    const next = started({ ...order, name: 'next' });
    await sleep(1000);
    expect(next.told).toEqual([]);

    old.process.kill('SIGSTOP');
    const stoppedAt = now();
    const takenOverAt = await until(
      'the other to write',
      async () => next.told.find(({ what }) => what === 'wrote')?.atMs,
    );
    expect(takenOverAt - stoppedAt).toBeGreaterThan(2000);
    old.process.kill('SIGCONT');
    const wokenAt = now();
    const first = await until('the first to look', async () => old.told.find(({ atMs }) => atMs > wokenAt));
    expect(first.what).toBe('held-back');
    await sleep(500);
    expect(lastWrite(old)).toBeLessThan(takenOverAt);
    expect(next.told.every(({ what }) => what === 'wrote')).toBe(true);
  },
);

const now = (): number => Number(process.hrtime.bigint()) / 1e6;

interface Started {
  readonly process: ChildProcess;
  readonly told: readonly Told[];
}

function started(order: Order): Started {
  const child = fork(join(import.meta.dirname, 'fixtures/contender-process.ts'), { execArgv: [] });
  const told: Told[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own process says nothing else
  child.on('message', (message) => told.push(message as Told));
  child.send(order);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { process: child, told };
}

/** When it last began a write. */
const lastWrite = ({ told }: Started): number | undefined => told.findLast(({ what }) => what === 'wrote')?.atMs;
