import { newestDialect } from '#api/dialect.ts';
import { Office } from '#app/live/office.ts';
import { ClusterClock } from '#app/cluster-clock.ts';
import { kubeControlStore } from '#actuators/control/kube-control-store.ts';
import { WatchedControl } from '#actuators/control/watched-control.ts';
import { kubeEvictor } from '#actuators/migrate/evict.ts';
import { kubeReplacementMarker } from '#actuators/migrate/marks.ts';
import { kubeEvictionRequester } from '#actuators/migrate/request.ts';
import { kubeSurger } from '#actuators/migrate/surge.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { ControllerLoop } from '#controllers/controller-loop.ts';
import { ClusterFollower } from '#controllers/follow-cluster.ts';
import type { Hands } from '#controllers/migrations/carry-out.ts';
import type { RescheduleOptions } from '#controllers/reschedule/reschedule-options.ts';
import { Rescheduler } from '#controllers/reschedule/rescheduler.ts';
import { breakerDefaults } from '#decisions/rescheduling/guards/circuit-breaker.ts';
import { type MigrationOptions } from '#decisions/rescheduling/migration/migration-options.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { Discovery } from '#kube/client/discovery.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { machineClock } from '#kube/lease/clock.ts';
import { connected, type Door } from '#kube/lease/fixtures/connected.ts';
import type { ReflectorOptions } from '#kube/reflector/options.ts';
import type { TransportObserver } from '#kube/transport/observer.ts';
import type { Transport } from '#kube/transport/transport.ts';
import type { LoadView } from '#load/load-view.ts';
import { loadDefaults } from '#load/options.ts';
import { ClusterWatch } from '#sources/cluster-watch/cluster-watch.ts';
import { signals } from '../a-load.ts';
import { inventedSource } from '../invented-source.ts';
import { quick } from '../migration/migration-test.ts';
import { ownMigrations } from '../migration/own-migrations.ts';
import { toldJournal } from '../told.ts';

/** Whoever is silent for so long is not waited for. */
export const IMPATIENT = { deadlineMs: 1500, connectTimeoutMs: 1000, baseMs: 50, capMs: 400 } as const;
const WATCHES: Partial<ReflectorOptions> = {
  silenceMs: 1500,
  initialSilenceMs: 1500,
  openWithinMs: 1500,
  pageWithinMs: 1500,
  backoff: { baseMs: 50, capMs: 400 },
};
export const LEASE_MS = 2000;

export interface ReplicaOptions {
  readonly door: Door;
  /** Migrations of this namespace alone are its affair; its Lease and its kill switch are there too. */
  readonly namespace: string;
  readonly load: (now: number) => LoadView;
  readonly name?: string;
  /** `unasked`: it acts as long as it runs, whoever else believes to. By default so: it saves the wait of a new leader. */
  readonly office?: 'held' | 'unasked';
  /** How far its machine's clock is ahead of the API server's. */
  readonly machineAheadMs?: number;
  readonly steps?: Partial<MigrationOptions>;
  readonly watches?: Partial<ReflectorOptions>;
  /** In place of a connection with a fixed identity. */
  readonly transport?: (observer: TransportObserver) => Transport;
  /** What becomes of what it does. */
  readonly hands?: (hands: Hands) => Hands;
}

/** A rescheduler at work: all of the role but its process and its Prometheus, and everything faster. */
export interface Replica {
  readonly kinds: () => readonly string[];
  /** The faults that its requests met. */
  readonly faults: () => ReadonlySet<string>;
  readonly leads: () => boolean;
  /** Whether it has seen the cluster, and gone through its migrations once. */
  readonly hasPassed: () => boolean;
  /** As SIGKILL would: nothing is given back, what is on its way is cut off. */
  readonly kill: () => Promise<void>;
  /** As SIGTERM would. */
  readonly stop: () => Promise<void>;
}

export function startReplica(options: ReplicaOptions): Replica {
  const { namespace, name = 'a', machineAheadMs = 0, office: by = 'unasked' } = options;
  const clock = new ClusterClock({ ...machineClock, now: () => Date.now() + machineAheadMs });
  const heard = Promise.withResolvers<void>();
  const dated: TransportObserver['dated'] = (...date) => {
    clock.dated(...date);
    heard.resolve();
  };
  const faults = new Set<string>();
  const answered: TransportObserver['answered'] = ({ code }) => void (code !== undefined && faults.add(code));
  const observer = { dated, answered };
  const transport = options.transport?.(observer) ?? connected(options.door, observer, IMPATIENT);
  const client = new KubeClient(transport);
  const journal = toldJournal();
  const watches = { ...WATCHES, ...options.watches };
  const cluster = new ClusterFollower(
    new ClusterWatch({ transport, clock, options: watches }),
    new ClusterStore(newestDialect),
  );
  const self = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    namespace,
    name: 'plimsoll-rescheduler',
  };
  const office =
    by === 'held'
      ? new Office({ client, journal, lease: self, instance: name, leaseDurationMs: LEASE_MS, clock }, () => undefined)
      : undefined;
  const ending = new AbortController();
  const { signal } = ending;
  const control = new WatchedControl({
    transport,
    clock,
    namespace,
    store: kubeControlStore(client, namespace),
    options: watches,
  });
  const migrations = ownMigrations(namespace, transport, watches);
  const inForce = optionsOf(options, by === 'held' ? LEASE_MS : 0);
  const hands: Hands = {
    evictor: kubeEvictor(client),
    requester: kubeEvictionRequester(client, new Discovery(client, () => clock.now())),
    surger: kubeSurger(client),
    marker: kubeReplacementMarker(client),
  };
  const rescheduler = new Rescheduler(
    {
      clock,
      journal,
      control,
      cluster,
      store: migrations,
      hands: options.hands?.(hands) ?? hands,
      observer: { planned: () => undefined, ended: () => undefined },
      load: () => options.load(clock.now()),
      source: () => inventedSource(),
      surgeRight: () => 'held',
      requests: () => 'not-answered',
      acting: office?.acting ?? (() => signal),
    },
    self,
    () => inForce,
  );
  const loop = new ControllerLoop(rescheduler, { clock, journal }, { backoffMs: 100, longestBackoffMs: 400 });
  signal.addEventListener('abort', () => heard.resolve());
  // as the program does, which asks the API server who it is before anything else
  const looping = heard.promise.then(() => loop.run(signal));
  const following = migrations.run(() => loop.nudge(), signal);
  const running = Promise.all([cluster.run(signal), control.run(signal), following, looping]);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    ending.abort();
    await transport.close();
    await running;
    await office?.leave(); // nobody hears of it
  };
  return {
    kinds: () => journal.told.map(({ kind }) => kind),
    faults: () => faults,
    leads: () => (office === undefined ? true : office.acting() !== undefined),
    hasPassed: () => loop.lastPass !== undefined,
    kill: () => (closing ??= close()),
    async stop() {
      if (closing === undefined) {
        ending.abort();
        await running;
        await office?.leave();
      }
      await (closing ??= close());
    },
  };
}

function optionsOf({ steps }: ReplicaOptions, leaderWaitMs: number): RescheduleOptions {
  // pods are dated in whole seconds
  const movability = { ...planDefaults.movability, minimumAgeMs: -2000 };
  return {
    mode: 'act',
    plan: { ...planDefaults, movability, profile: defaultProfile(newestDialect) },
    intervalMs: 200,
    deadlineMs: 60_000,
    windows: [],
    leaderWaitMs,
    breaker: breakerDefaults,
    steps: { ...quick, ...steps },
    lines: { signals, options: loadDefaults, prefix: 'metrics.' },
    historyMs: 0,
  };
}
