import type { Identifiable } from '#kube/reflector/identity.ts';
import type { ReflectorOptions } from '#kube/reflector/options.ts';
import { Reflector, type ReflectorStatus } from '#kube/reflector/reflector.ts';
import { HttpTransport } from '#kube/transport/http-transport.ts';
import { type TransportOptions, transportDefaults } from '#kube/transport/options.ts';
import type { FaultProxy } from '../fault-proxy/start-fault-proxy.ts';
import type { KubeApi } from '../kube-api.ts';
import { until } from '../until.ts';
import { type Goods, inMaps } from './goods.ts';
import { Heard } from './heard.ts';
import { configurationIn, writeKubeconfig, type WrittenKubeconfig } from './kubeconfig.ts';
import { Shop } from './shop.ts';
import { Witness } from './witness.ts';

/** As impatient as a loaded machine allows, so that a fault takes seconds. */
const brisk: Partial<ReflectorOptions> = {
  pageSize: 3,
  watchForMs: 120_000,
  silenceMs: 20_000,
  initialSilenceMs: 10_000,
  openWithinMs: 5000,
  pageWithinMs: 5000,
  healthyAfterMs: 2000,
  backoff: { baseMs: 200, capMs: 800 },
};

const briskTransport: Partial<TransportOptions> = { qps: 1000, burst: 1000, connectTimeoutMs: 1000, capMs: 800 };

export interface FollowOptions {
  /** Of the real API server. */
  readonly api: KubeApi;
  readonly namespace: string;
  readonly proxy: FaultProxy;
  /** Of an account that may do everything. */
  readonly token: string;
  readonly options?: Partial<ReflectorOptions>;
  /** What is followed; ConfigMaps in JSON by default. */
  readonly goods?: Goods;
  /** Another's, to follow it too; by default one of its own. */
  readonly shop?: Shop;
  /** Do not wait until it is in sync. */
  readonly start?: 'in-sync' | 'at-once';
}

/** The objects of a namespace of a real API server, followed through the proxy by the client under test. */
export interface FollowedShop {
  readonly shop: Shop;
  readonly witness: Witness;
  readonly heard: Heard;
  readonly kubeconfig: WrittenKubeconfig;
  readonly proxy: FaultProxy;
  readonly status: ReflectorStatus;
  /** How many connections there were at once, at most. */
  readonly mostConnections: number;
  /** Resolves once the store equals a list taken past proxy and client. */
  inStep(withinMs?: number): Promise<void>;
  /** Resolves when the reflector has ended and its transport has closed. */
  stop(): Promise<void>;
}

export async function followShop(wanted: FollowOptions): Promise<FollowedShop> {
  const { api, namespace, proxy, token, options = {}, start = 'in-sync', goods = inMaps } = wanted;
  const shop = wanted.shop ?? (await Shop.open(api, namespace, goods));
  const heard = new Heard();
  const kubeconfig = writeKubeconfig(proxy, token);
  const config = await configurationIn(kubeconfig.file);
  const transport = new HttpTransport(config, { ...transportDefaults, ...briskTransport, observer: heard.transport });
  const witness = new Witness(shop.doomed);
  const target = { ...goods.read(), kind: goods.plural, path: shop.path };
  const reflector = new Reflector<Identifiable>(
    { transport, target, sink: witness, observer: heard.reflector, random: () => 0.5 },
    { ...brisk, ...options },
  );
  const ending = new AbortController();
  const done = reflector.run(ending.signal);
  const connections = watchConnections(proxy);
  const followed: FollowedShop = {
    shop,
    witness,
    heard,
    kubeconfig,
    proxy,
    get status() {
      return reflector.status;
    },
    get mostConnections() {
      return connections.most();
    },
    inStep: (withinMs) => untilEqual(shop, witness, withinMs),
    async stop() {
      ending.abort();
      await done;
      await transport.close();
      connections.stop();
      kubeconfig.remove();
    },
  };
  if (start === 'in-sync') await followed.inStep();
  return followed;
}

async function untilEqual(shop: Shop, witness: Witness, withinMs = 20_000): Promise<void> {
  let differ = '';
  const equal = async (): Promise<true | undefined> => {
    differ = difference(await shop.truth(), witness.store);
    return differ === '' ? true : undefined;
  };
  await until('the store to equal a fresh list', equal, withinMs).catch((cause: unknown) => {
    throw new Error(`the store does not equal a fresh list: ${differ}`, { cause });
  });
}

function difference(truth: ReadonlyMap<string, string>, store: ReadonlyMap<string, string>): string {
  const names = new Set([...truth.keys(), ...store.keys()]);
  const wrong = [...names].filter((name) => truth.get(name) !== store.get(name));
  return wrong.map((name) => `${name} is ${truth.get(name) ?? 'gone'}, not ${store.get(name) ?? 'gone'}`).join('; ');
}

function watchConnections(proxy: FaultProxy): { most: () => number; stop: () => void } {
  let most = 0;
  const look = (): void => void (most = Math.max(most, proxy.connections().open));
  const looking = setInterval(look, 10);
  return { most: () => most, stop: () => clearInterval(looking) };
}
