import { expect, onTestFinished, type TestAPI } from 'vitest';
import { isFinished, type MigrationMode, type PodMigration } from '#api/pod-migration.ts';
import type { Door } from '#kube/lease/fixtures/connected.ts';
import type { LiveNode } from '#load/live-node.ts';
import type { LoadView } from '#load/load-view.ts';
import type { ClusterFixtures } from '../../control-plane/cluster-test.ts';
import type { HollowCluster } from '../../hollow-nodes/hollow-cluster.ts';
import type { PodBehaviour } from '../../hollow-nodes/pod-life.ts';
import { aNode, aPass, aStore } from '../a-load.ts';
import { podsOf, readyPods } from '../cluster-state.ts';
import { type AdminAccount, adminAccount } from '../fault-proxy/service-account-token.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy/start-fault-proxy.ts';
import { expectOk, type KubeObject } from '../kube-api.ts';
import { migrationTest, type Mover } from '../migration/migration-test.ts';
import { countReady, type ReadyCounter } from '../migration/ready-counter.ts';
import { until } from '../until.ts';
import { aDeployment } from '../workloads.ts';
import { actsIn, evictionsOf, forbiddenActs, leftOn } from './audit-of-moves.ts';
import { type Replica, type ReplicaOptions, startReplica } from './replica.ts';

/** A Deployment of which one pod is to move. */
export interface App {
  readonly name: string;
  readonly replicas: number;
  /** The pod that is to move. */
  readonly hot: KubeObject;
  readonly ready: ReadyCounter;
}

/** Pods that may move, whoever moves them, and the truth about it. */
export interface Stage {
  readonly cluster: HollowCluster;
  readonly start: (name: string, replicas?: number, pod?: KubeObject) => Promise<App>;
  /** To it every node is at the same, low load, just measured. */
  readonly replica: (options: Omit<ReplicaOptions, 'namespace' | 'load'> & Partial<ReplicaOptions>) => Replica;
  readonly want: (app: App, mode: MigrationMode, deadlineInMs?: number) => Promise<PodMigration>;
  readonly ended: (migration: PodMigration) => Promise<PodMigration>;
  /** What its PodMigration says is so, and nothing of ours is left. Gives how it ended: `Succeeded/Cooled`. */
  readonly expectTruth: (app: App, migration: PodMigration) => Promise<string>;
}

export interface MoveFixtures {
  readonly behaviour: (pod: KubeObject) => Partial<PodBehaviour>;
  readonly stage: Stage;
  readonly proxy: FaultProxy;
  readonly account: AdminAccount;
  /** Through the proxy, as somebody who may do everything. */
  readonly door: Door;
}

/** Seen on its way out for a moment: who would evict twice gets the time for it. */
const TERMINATES_AFTER_MS = 300;

/** A Deployment or two on three nodes, and replicas of the rescheduler that move their pods. */
export const moveTest: TestAPI<ClusterFixtures & { mover: Mover } & MoveFixtures> = migrationTest.extend<MoveFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture that needs none
  behaviour: async ({}, use) => use(() => ({})),
  proxy: async ({ controlPlane }, use) => {
    const proxy = await startFaultProxy({ upstream: controlPlane });
    await use(proxy);
    await proxy.stop();
  },
  account: async ({ api, namespace }, use) => {
    const account = await adminAccount(api, namespace);
    await use(account);
    await account.remove();
  },
  door: async ({ proxy: { url, ca }, account: { token } }, use) => use({ url, ca, token }),
  stage: async ({ api, controlPlane, namespace, startNodes, mover, behaviour }, use) => {
    const cluster = await startNodes(3, {
      behaviour: (pod) => ({ terminatesAfterMs: TERMINATES_AFTER_MS, ...behaviour(pod) }),
      onFault: () => undefined, // servers are away at times: it is told again
    });
    const nodes = await nodesIn(api, namespace);
    const replicas: Replica[] = [];
    const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    await use({
      cluster,
      async start(name, wished = 2, pod = {}) {
        const options = { replicas: wished, nodeSelector: { pool: namespace }, pod };
        expectOk(await api.create(deployments, aDeployment(name, options)));
        const pods = await readyPods(api, namespace, name, wished);
        await until('the Deployment to count its pods', async () => {
          const { status } = expectOk(await api.get(`${deployments}/${name}`));
          return status.readyReplicas === wished ? true : undefined;
        });
        const ready = await countReady(api, { namespace, app: name, pods });
        onTestFinished(ready.stop);
        return { name, replicas: wished, hot: pods[0], ready };
      },
      replica(options) {
        const replica = startReplica({ namespace, load: coolLoad(nodes), ...options });
        replicas.push(replica);
        return replica;
      },
      want: (app, mode, deadlineInMs) => mover.want(app.hot, mode, deadlineInMs),
      ended: (migration) =>
        until(
          `the move of ${migration.spec.podRef.name} to end`,
          async () => {
            const now = await mover.read(migration).catch(() => undefined); // servers are away at times
            return now !== undefined && isFinished(now) ? now : undefined;
          },
          45_000,
        ),
      async expectTruth(app, migration) {
        const pods = await readyPods(api, namespace, app.name, app.replicas);
        const { status } = await mover.read(migration);
        const { phase, toldToGoAt, adoptedAt, sourceNode, landedNode, replacement } = status!;
        const story = JSON.stringify(status);
        const there = pods.find(({ metadata }) => metadata.uid === app.hot.metadata.uid);
        const reason = status!.history!.at(-1)!.reason;
        const acts = actsIn(controlPlane.auditLog).filter((act) => act.namespace === namespace);
        const evictions = evictionsOf(acts, app.hot.metadata.uid);
        const wasMoved = toldToGoAt !== undefined || adoptedAt !== undefined;
        const isGoneOtherwise = phase === 'Withdrawn' && /^Pod(Gone|Leaving)$/.test(reason);
        expect(there === undefined, story).toBe(wasMoved || isGoneOtherwise);
        expect(evictions, story).toBe(wasMoved && migration.spec.mode === 'Evict' ? 1 : 0);
        expect(forbiddenActs(acts)).toEqual([]);
        expect(sourceNode).toBe(app.hot.spec.nodeName);
        if (phase === 'Succeeded' || reason === 'CameBack') {
          const came = pods.find(({ metadata }) => metadata.uid === replacement?.uid);
          expect(came?.spec.nodeName, story).toBe(landedNode);
          expect(landedNode === sourceNode, story).toBe(reason === 'CameBack');
        }
        expect(pods.flatMap(leftOn)).toEqual([]);
        expect(pods.flatMap(({ metadata }) => metadata.ownerReferences ?? [])).toHaveLength(app.replicas);
        expect(app.ready.least()).toBeGreaterThanOrEqual(app.replicas - evictions);
        return `${phase}/${reason}`;
      },
    });
    await Promise.all(replicas.map((replica) => replica.stop()));
  },
});

export const isClone = (pod: KubeObject): boolean => 'plimsoll.dev/clone-for' in (pod.metadata.labels ?? {});

/** The clones that are there now. */
export const clonesOf = async (api: ClusterFixtures['api'], namespace: string, app: App): Promise<KubeObject[]> =>
  (await podsOf(api, namespace, app.name)).filter(isClone);

async function nodesIn(api: ClusterFixtures['api'], namespace: string): Promise<readonly LiveNode[]> {
  const { items } = expectOk(await api.get(`/api/v1/nodes?labelSelector=pool%3D${namespace}`));
  return items.map(({ metadata: { name, uid } }: KubeObject) => aNode(name, { uid }));
}

/** Of its own for each replica: their clocks may differ. */
function coolLoad(nodes: readonly LiveNode[]): (now: number) => LoadView {
  const store = aStore();
  const all = Object.fromEntries(nodes.map(({ name }) => [name, 0.3]));
  return (now) => {
    store.take(aPass(now, nodes, { cpu: all, memory: all }));
    return store.view(now);
  };
}
