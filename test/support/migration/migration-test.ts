import { onTestFinished, type TestAPI } from 'vitest';
import type { MigrationMode, PodMigration } from '#api/pod-migration.ts';
import { systemClock } from '#app/system-clock.ts';
import { kubeEvictor } from '#actuators/migrate/evict.ts';
import { kubeReplacementMarker } from '#actuators/migrate/marks.ts';
import { kubeMigrationStore } from '#actuators/migrate/migration-store.ts';
import { kubeEvictionRequester } from '#actuators/migrate/request.ts';
import { kubeSurger } from '#actuators/migrate/surge.ts';
import { carryOn, type Carried, type MigrationEdges } from '#controllers/migrations/carry-on.ts';
import { isFinished } from '#api/pod-migration.ts';
import { type MigrationOptions, migrationDefaults } from '#decisions/rescheduling/migration/migration-options.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import { Discovery } from '#kube/client/discovery.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import type { Transport } from '#kube/transport/transport.ts';
import { type ClusterFixtures, clusterTest } from '../../control-plane/cluster-test.ts';
import { installKinds } from '../../control-plane/install-kinds.ts';
import { until } from '../until.ts';
import { liveView, type Said } from './live-view.ts';
import type { KubeObject } from '../kube-api.ts';

/** The same stages as ever, in seconds. */
export const quick: MigrationOptions = {
  ...migrationDefaults,
  retryAfterMs: 200,
  longestRetryMs: 400,
  readyWithinMs: 20_000,
  landedWithinMs: 10_000,
  stuckAfterMs: 10_000,
  settleMs: 0,
  measuredWithinMs: 0,
};

export interface Mover {
  readonly edges: MigrationEdges;
  readonly transport: Transport;
  readonly look: (migration: PodMigration) => Promise<MigrationView>;
  /** Wants the pod moved; it is hot where it is. */
  readonly want: (
    pod: KubeObject,
    mode: MigrationMode,
    deadlineInMs?: number,
    targetNode?: string,
  ) => Promise<PodMigration>;
  /** One step of it, on a fresh look. */
  readonly step: (migration: PodMigration, options?: Partial<MigrationOptions>) => Promise<Carried>;
  /** Steps until the migration is as wished; gives it. */
  readonly until: (
    migration: PodMigration,
    isIt: (migration: PodMigration) => boolean,
    options?: Partial<MigrationOptions>,
  ) => Promise<PodMigration>;
  readonly finish: (migration: PodMigration, options?: Partial<MigrationOptions>) => Promise<PodMigration>;
  readonly read: (migration: PodMigration) => Promise<PodMigration>;
}

/** Moves on a real control plane, its nodes named by the test's namespace. */
export const migrationTest: TestAPI<ClusterFixtures & { mover: Mover }> = clusterTest.extend<{ mover: Mover }>({
  mover: async ({ api, controlPlane, namespace }, use) => {
    await installKinds(api);
    const transport = connected(controlPlane);
    onTestFinished(() => transport.close());
    const client = new KubeClient(transport);
    const clock = systemClock();
    const edges: MigrationEdges = {
      clock,
      store: kubeMigrationStore(client),
      hands: {
        evictor: kubeEvictor(client),
        requester: kubeEvictionRequester(client, new Discovery(client, () => clock.now())),
        surger: kubeSurger(client),
        marker: kubeReplacementMarker(client),
      },
    };
    const read: Mover['read'] = async ({ metadata }) => {
      const all = await edges.store.list();
      return all.find(({ metadata: { uid } }) => uid === metadata.uid)!;
    };
    const said = async ({ status, spec }: PodMigration): Promise<Said> => {
      const names: string[] = (await api.get(`/api/v1/nodes?labelSelector=pool%3D${namespace}`)).body.items.map(
        (node: KubeObject) => node.metadata.name,
      );
      const pod = (await api.get(`/api/v1/namespaces/${namespace}/pods/${spec.podRef.name}`)).body;
      const source = status?.sourceNode ?? pod.spec?.nodeName;
      return {
        targets: names.filter((name) => name !== source),
        loadOf: () => ({ verdict: 'cool', isSeen: true, ratios: { cpu: '0.700' } }),
      };
    };
    const look: Mover['look'] = async (migration) => liveView(api, migration, await said(migration));
    const step: Mover['step'] = async (migration, options = {}) => {
      const fresh = await read(migration);
      return carryOn(fresh, await look(fresh), { edges, options: { ...quick, ...options } });
    };
    const untilIt: Mover['until'] = (migration, isIt, options) =>
      until(
        `the migration of ${migration.spec.podRef.name} to be as wished`,
        async () => {
          const before = await read(migration);
          if (isIt(before)) return before;
          if (isFinished(before)) throw new Error(`it ended otherwise: ${JSON.stringify(before.status)}`);
          await step(migration, options);
          return undefined;
        },
        60_000,
      );
    await use({
      edges,
      transport,
      look,
      step,
      read,
      until: untilIt,
      finish: (migration, options) => untilIt(migration, isFinished, options),
      want: async ({ metadata: { name, uid } }, mode, deadlineInMs = 60_000, targetNode) => {
        const deadline = new Date(Date.now() + deadlineInMs).toISOString();
        const spec = { podRef: { name, uid }, targetNode, mode, reason: 'Its node is hot.', deadline };
        const written = await edges.store.create({ namespace, name: `${name}-move`, spec });
        if (written.kind !== 'written') throw new Error(written.kind);
        return written.migration;
      },
    });
  },
});
