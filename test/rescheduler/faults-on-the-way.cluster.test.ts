import { expect, onTestFinished } from 'vitest';
import { migrationDefaults } from '#decisions/rescheduling/migration/migration-options.ts';
import { HttpTransport } from '#kube/transport/http-transport.ts';
import { transportDefaults } from '#kube/transport/options.ts';
import {
  internalError,
  noBackend,
  statusAnswer,
  throttled,
  throttledWithoutRetryAfter,
  unauthorised,
  unavailable,
} from '#test/support/fault-proxy/answers.ts';
import { cutOff } from '#test/support/fault-proxy/cut-off.ts';
import type { Fault } from '#test/support/fault-proxy/fault.ts';
import type { FaultProxy } from '#test/support/fault-proxy/start-fault-proxy.ts';
import { moveTest as test } from '#test/support/moves/move-test.ts';
import { IMPATIENT, type Replica } from '#test/support/moves/replica.ts';
import { configurationIn, writeKubeconfig } from '#test/support/survival/kubeconfig.ts';
import { podsInProtobuf } from '#test/support/survival/goods.ts';
import { Shop } from '#test/support/survival/shop.ts';
import { tooOld } from '#test/support/survival/too-old.ts';
import { until } from '#test/support/until.ts';

interface Trouble {
  readonly name: string;
  /** Switches it on; what it gives resolves once it has done its worst. */
  readonly strike: (proxy: FaultProxy, replica: Replica) => () => Promise<void>;
}

const watches = { watch: true, underWay: true } as const;
const hasHit = (what: string, hits: () => number, least: number): Promise<true> =>
  until(`${what} to be felt`, async () => (hits() >= least ? true : undefined));

/** All that writes: statuses, verbs, marks. */
const writes = ['POST', 'PUT', 'PATCH'] as const;

/** Writes meet one after the other, each method by itself. */
function toWrites(name: string, faults: readonly Fault[]): Trouble {
  return {
    name,
    strike({ faults: board }) {
      const struck = faults.flatMap((fault, at) =>
        // what is answered here is met by no other fault
        writes.map((method) => board.inject(fault, { method, nth: fault.kind === 'answer' ? 1 : at + 1 })),
      );
      const hits = (): number => struck.reduce((sum, each) => sum + each.hits, 0);
      return async () => {
        await hasHit(name, hits, faults.length);
      };
    },
  };
}

/** The way is shut until the replica has come upon it. */
function untilMet(
  name: string,
  shut: (proxy: FaultProxy) => { readonly clear: () => Promise<void> },
  isMet: (proxy: FaultProxy, replica: Replica) => boolean,
): Trouble {
  return {
    name,
    strike(proxy, replica) {
      const shutWay = shut(proxy);
      return async () => {
        await until(`${name} to be felt`, async () => (isMet(proxy, replica) ? true : undefined));
        await shutWay.clear();
      };
    },
  };
}

/** Watches meet them, those that are open too. */
function toWatches(name: string, faults: readonly Fault[]): Trouble {
  return {
    name,
    strike({ faults: board }) {
      const struck = faults.map((fault, at) => board.inject(fault, { ...watches, nth: 1 + 8 * at, times: 8 }));
      return async () => {
        await hasHit(name, () => Math.min(...struck.map(({ hits }) => hits)), 4);
        await Promise.all(struck.map((each) => each.clear()));
      };
    },
  };
}

const troubles: readonly Trouble[] = [
  {
    name: 'fault 1: latency',
    strike({ faults }) {
      const slow = faults.inject({ kind: 'latency', ms: 50, per: 'request' });
      const late = faults.inject({ kind: 'latency', ms: 40, per: 'chunk' }, watches);
      return () => hasHit('latency', () => Math.min(slow.hits, late.hits), 5).then(() => undefined);
    },
  },
  {
    name: 'fault 2: bandwidth cut',
    strike({ faults }) {
      const narrow = faults.inject({ kind: 'bandwidth', bytesPerS: 200_000 }, { underWay: true });
      return () => hasHit('the narrow line', () => narrow.hits, 10).then(() => undefined);
    },
  },
  toWrites('fault 3: a stall before the answer to what was done', [
    { kind: 'stall', at: 'answer', bytes: 'swallowed' },
  ]),
  toWrites('faults 4, 7 and 12: resets, half-closes and truncated answers to what was done', [
    { kind: 'reset', at: 'answer' },
    { kind: 'half-close', at: 0 },
    { kind: 'truncate', at: 40 },
  ]),
  toWatches('faults 4, 13, 17 and 20: watches are cut, too old, ended, and silent', [
    { kind: 'reset', at: 60 },
    tooOld,
    { kind: 'end', afterMs: 300 },
    { kind: 'stall', at: 0, bytes: 'swallowed' },
  ]),
  untilMet(
    'fault 5: a black hole',
    ({ faults }) => cutOff(faults),
    ({ faults }) => faults.log.some(({ request = '' }) => request.includes('/podmigrations')),
  ),
  untilMet(
    'fault 6: a refused connection',
    (proxy) => {
      const refused = proxy.faults.inject({ kind: 'refuse' });
      proxy.resetAll();
      return refused;
    },
    (_, replica) => replica.faults().has('kube/unreachable'),
  ),
  toWrites('faults 8 to 11: 429 with and without Retry-After, 500, 503', [
    throttled(1),
    throttledWithoutRetryAfter,
    internalError,
    unavailable(),
    noBackend,
  ]),
];

for (const { name, strike } of troubles) {
  test(`${name}, while two pods are moved`, async ({ stage, proxy, door }) => {
    const apps = await Promise.all([stage.start('goes'), stage.start('surges')]);
    const [goes, surges] = apps;
    const replica = stage.replica({ door });
    await until('the replica to pass', async () => (replica.hasPassed() ? true : undefined));
    const isOver = strike(proxy, replica);
    const moves = [await stage.want(goes, 'Evict'), await stage.want(surges, 'Surge')] as const;
    await isOver();
    await Promise.all(moves.map((move) => stage.ended(move)));
    expect(await stage.expectTruth(goes, moves[0])).toMatch(/^(Succeeded\/Cooled|Failed\/CameBack)$/);
    expect(await stage.expectTruth(surges, moves[1])).toBe('Succeeded/Cooled');
    expect(surges.ready.least()).toBe(surges.replicas);
  });
}

test('fault 18: 5,000 pods change during a relist, while two are moved', async ({
  api,
  namespace,
  stage,
  proxy,
  door,
}) => {
  const apps = await Promise.all([stage.start('goes'), stage.start('surges')]);
  const shop = await Shop.open(api, namespace, podsInProtobuf);
  const stock = Array.from({ length: 40 }, (_, at) => `stock-${at}`);
  await shop.stock(stock);
  const patient = { silenceMs: 60_000, initialSilenceMs: 60_000, openWithinMs: 60_000 };
  // what is not seen for as long as a relist takes is no fault of the pod
  const { stuckAfterMs, landedWithinMs, readyWithinMs } = migrationDefaults;
  const steps = { stuckAfterMs, landedWithinMs, readyWithinMs };
  const replica = stage.replica({ door, steps, watches: patient });
  await until('the replica to pass', async () => (replica.hasPassed() ? true : undefined));
  const narrow = proxy.faults.inject({ kind: 'bandwidth', bytesPerS: 300 }, { path: /\/pods\?.*sendInitialEvents/ });
  const gone = statusAnswer({ code: 410, reason: 'Expired', message: 'The resourceVersion is too old.' });
  proxy.faults.inject(gone, { path: /\/pods\?(?!.*sendInitialEvents)/, watch: true, nth: 1 });
  proxy.faults.inject({ kind: 'reset', at: 0 }, { path: '/api/v1/pods', watch: true, underWay: true, nth: 1 });
  await hasHit('the relist', () => narrow.hits, 1);
  const moves = [await stage.want(apps[0], 'Evict', 300_000), await stage.want(apps[1], 'Surge', 300_000)] as const;
  const rushed = stock.map(async (name) => {
    for (let change = 0; change < 5000 / stock.length; change++) await shop.update(name);
  });
  await Promise.all(rushed);
  await narrow.clear();
  await Promise.all(moves.map((move) => stage.ended(move)));
  expect(await stage.expectTruth(apps[0], moves[0])).toMatch(/^(Succeeded\/Cooled|Failed\/CameBack)$/);
  expect(await stage.expectTruth(apps[1], moves[1])).toBe('Succeeded/Cooled');
  expect(apps[1].ready.least()).toBe(apps[1].replicas);
}, 300_000);

test('fault 14: the token is rotated, and the old one refused', async ({ stage, proxy, account }) => {
  const app = await stage.start('web');
  const kubeconfig = writeKubeconfig(proxy, account.token);
  onTestFinished(() => kubeconfig.remove());
  const configuration = await configurationIn(kubeconfig.file);
  const replica = stage.replica({
    door: proxy,
    transport: (observer) => new HttpTransport(configuration, { ...transportDefaults, ...IMPATIENT, observer }),
  });
  await until('the replica to pass', async () => (replica.hasPassed() ? true : undefined));
  const refused = proxy.faults.inject(unauthorised, { token: account.token });
  const renewed = await account.renew();
  const move = await stage.want(app, 'Surge');
  await hasHit('the refusal', () => refused.hits, 2);
  kubeconfig.rotate(renewed);
  await stage.ended(move);
  expect(await stage.expectTruth(app, move)).toBe('Succeeded/Cooled');
  expect(app.ready.least()).toBe(app.replicas);
});

test('fault 19: continue tokens expire while a new leader lists', async ({ stage, proxy, door }) => {
  const app = await stage.start('web');
  const move = await stage.want(app, 'Surge');
  const gone = statusAnswer({ code: 410, reason: 'Expired', message: 'The provided continue parameter is too old.' });
  const expired = proxy.faults.inject(gone, { path: /continue=/, nth: 1, times: 4 });
  stage.replica({ door, watches: { list: 'paged', pageSize: 2 } });
  await stage.ended(move);
  expect(expired.hits).toBe(4);
  expect(await stage.expectTruth(app, move)).toBe('Succeeded/Cooled');
  expect(app.ready.least()).toBe(app.replicas);
});
