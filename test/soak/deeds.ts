import { controlChange } from '#api/control-switch.ts';
import type { Rng } from '#base/rng.ts';
import type { LoadModel } from '../hollow-load/load-model.ts';
import type { Fault } from '../support/fault-proxy/fault.ts';
import { internalError, throttledWithoutRetryAfter, unavailable } from '../support/fault-proxy/answers.ts';
import { cutOff } from '../support/fault-proxy/cut-off.ts';
import type { FaultProxy } from '../support/fault-proxy/start-fault-proxy.ts';
import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import type { RoleProcess } from '../support/role-process.ts';
import { kindOf, pathOfApp, worksHard } from './soak-apps.ts';

/** What deeds are done to. */
export interface SoakStage {
  readonly api: KubeApi;
  readonly namespace: string;
  readonly apps: readonly string[];
  readonly replicas: number;
  readonly model: LoadModel;
  readonly proxy: FaultProxy;
  readonly roles: readonly RoleProcess[];
  readonly chance: Rng;
  /** Has something done later, at the latest when the soak is over. */
  readonly later: (ms: number, undo: () => Promise<void>) => void;
}

type Deed = (stage: SoakStage) => Promise<void>;

const oneOf = <T>({ chance }: SoakStage, items: readonly T[]): T => items[chance.int(items.length)]!;
const lasting = ({ chance }: SoakStage, leastMs: number): number => leastMs + chance.int(leastMs);

const CALM_CORES = 0.05;

/** Half of the apps work hard. */
export const coresOf = (app: string, hardCores: number): number => (worksHard(app) ? hardCores : CALM_CORES);

/** What works hard is placed anew: it is forgotten what its pods used before, and some node gets hot. */
export const heat: Deed = async (stage) => {
  await rollApp(stage, oneOf(stage, stage.apps.filter(worksHard)));
};

const scale: Deed = async (stage) => {
  const replicas = stage.replicas + stage.chance.int(3);
  expectOk(await stage.api.merge(pathOfApp(stage.namespace, oneOf(stage, stage.apps)), { spec: { replicas } }));
};

const deletePod: Deed = async (stage) => {
  const names = await podsIn(stage);
  if (names.length > 0) await stage.api.delete(`${podsOf(stage)}/${oneOf(stage, names)}`);
};

const podsOf = ({ namespace }: SoakStage): string => `/api/v1/namespaces/${namespace}/pods`;

async function podsIn(stage: SoakStage, query = ''): Promise<readonly string[]> {
  const { items } = expectOk(await stage.api.get(`${podsOf(stage)}${query}`));
  return items.map(({ metadata }: KubeObject) => metadata.name);
}

const roll: Deed = (stage) => rollApp(stage, oneOf(stage, stage.apps));

/** A ReplicaSet by itself rolls nothing out: its pods are deleted, all at once. */
async function rollApp(stage: SoakStage, app: string): Promise<void> {
  if (kindOf(app) === 'ReplicaSet') {
    for (const name of await podsIn(stage, `?labelSelector=app%3D${app}`))
      await stage.api.delete(`${podsOf(stage)}/${name}`);
    return;
  }
  const annotations = { rolled: String(stage.chance.int(1_000_000)) };
  const change = { spec: { template: { metadata: { annotations } } } };
  expectOk(await stage.api.merge(pathOfApp(stage.namespace, app), change));
}

const cordon: Deed = async (stage) => {
  const path = `/api/v1/nodes/${oneOf(stage, stage.model.nodes)}`;
  const set = async (unschedulable: boolean): Promise<void> => {
    expectOk(await stage.api.merge(path, { spec: { unschedulable } }));
  };
  await set(true);
  stage.later(lasting(stage, 4000), () => set(false));
};

const pause: Deed = async (stage) => {
  const path = `/api/v1/namespaces/${stage.namespace}/configmaps/plimsoll-control`;
  const set = async (paused: string): Promise<void> => {
    expectOk(await stage.api.merge(path, { data: { paused } }));
  };
  await set('true');
  stage.later(lasting(stage, 5000), () => set('false'));
};

/** Closes the circuit breaker: nobody else does, and nothing would move any more. */
const resume: Deed = async (stage) => {
  const path = `/api/v1/namespaces/${stage.namespace}/configmaps/plimsoll-control`;
  const data = controlChange('breaker', { kind: 'free', since: new Date().toISOString() });
  expectOk(await stage.api.merge(path, { data }));
};

const dieAndComeBack: Deed = async (stage) => {
  const role = oneOf(stage, stage.roles);
  await role.kill();
  role.start();
};

const refusals: readonly Fault[] = [
  internalError,
  unavailable(),
  throttledWithoutRetryAfter,
  { kind: 'reset', at: 'answer' },
  { kind: 'truncate', at: 40 },
  { kind: 'half-close', at: 0 },
  { kind: 'latency', ms: 300, per: 'request' },
];

const refuseWrites: Deed = async (stage) => {
  const fault = oneOf(stage, refusals);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    stage.proxy.faults.inject(fault, { method, nth: 1, times: 2 });
};

const resetAll: Deed = async ({ proxy }) => proxy.resetAll();

const darkness: Deed = async (stage) => {
  const dark = cutOff(stage.proxy.faults);
  stage.later(lasting(stage, 2000), () => dark.clear());
};

/** What happens to clusters, and to whoever minds them; heat most often, or there would be nothing to do. */
export const deeds: readonly (readonly [name: string, deed: Deed])[] = [
  ['heat', heat],
  ['heat', heat],
  ['heat', heat],
  ['scale', scale],
  ['delete a pod', deletePod],
  ['roll', roll],
  ['cordon', cordon],
  ['pause', pause],
  ['resume', resume],
  ['kill the role', dieAndComeBack],
  ['refuse writes', refuseWrites],
  ['refuse writes', refuseWrites],
  ['reset connections', resetAll],
  ['cut the network', darkness],
];
