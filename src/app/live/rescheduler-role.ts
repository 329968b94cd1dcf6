import { kubeControlStore } from '#actuators/control/kube-control-store.ts';
import { WatchedControl, watchedControlRights } from '#actuators/control/watched-control.ts';
import { fileHistoryStore } from '#actuators/history/file-history-store.ts';
import { collectMetrics } from '#actuators/metrics/collect-metrics.ts';
import { loadGauges } from '#actuators/metrics/load-gauges.ts';
import { moveGauges, type MovesStanding } from '#actuators/metrics/move-gauges.ts';
import { rescheduleMetrics } from '#actuators/metrics/reschedule-metrics.ts';
import { evictorRights, kubeEvictor } from '#actuators/migrate/evict.ts';
import { kubeReplacementMarker, replacementMarkerRights } from '#actuators/migrate/marks.ts';
import { kubeMigrationStore, migrationStoreRights } from '#actuators/migrate/migration-store.ts';
import { MigrationWatch, migrationWatchRights } from '#actuators/migrate/migration-watch.ts';
import { evictionRequesterRights, kubeEvictionRequester } from '#actuators/migrate/request.ts';
import { kubeSurger, surgerRights } from '#actuators/migrate/surge.ts';
import { kubeNodeMarker } from '#actuators/node-marks/kube-node-marker.ts';
import { compose, type House } from '#controllers/compose.ts';
import { MigrationBook } from '#controllers/migrations/migration-book.ts';
import { ControllerLoop } from '#controllers/controller-loop.ts';
import type { ReschedulePorts } from '#controllers/reschedule/reschedule-ports.ts';
import { Rescheduler } from '#controllers/reschedule/rescheduler.ts';
import { isFinished } from '#api/pod-migration.ts';
import { Discovery } from '#kube/client/discovery.ts';
import { inShort } from '#kube/client/rights.ts';
import { serverVersionRight } from '#kube/client/server-version.ts';
import { eventRights } from '#kube/events/kube-event-store.ts';
import { clusterWatchRights } from '#sources/cluster-watch/cluster-watch.ts';
import type { HistoryStore } from '#ports/history-store.ts';
import { rosterWatchRights } from '#sources/kube-watch/roster-watch.ts';
import { metricsApiRights } from '#sources/metrics-api/metrics-api-source.ts';
import { officeRights } from './office.ts';
import type { RoleParts, RunningRole } from './role.ts';
import type { RoleRights } from './role-rights.ts';
import { RequestsAnswered } from './requests-answered.ts';
import { rescheduleOptions } from './reschedule-config.ts';
import type { SharedWorld } from './shared-world.ts';
import { SurgeRight } from './surge-right.ts';

/** What the rescheduler asks of the API server. */
export const reschedulerRights: RoleRights = {
  everywhere: inShort([
    serverVersionRight,
    ...rosterWatchRights,
    ...clusterWatchRights,
    ...metricsApiRights,
    ...migrationStoreRights,
    ...migrationWatchRights,
    ...evictorRights,
    ...replacementMarkerRights,
    ...evictionRequesterRights,
    ...eventRights,
  ]),
  own: inShort([...officeRights('rescheduler'), ...watchedControlRights]),
  optional: surgerRights,
};

export function runRescheduler(parts: RoleParts): RunningRole {
  const { connection, world, clock, journal, metrics } = parts;
  const { client, transport } = connection;
  const ending = new AbortController();
  const measuring = parts.measured === undefined ? measureAlone(parts) : undefined;
  const control = new WatchedControl({
    transport,
    clock,
    namespace: parts.namespace,
    store: kubeControlStore(client, parts.namespace),
    observer: world.watchObserver,
  });
  const migrations = new MigrationBook({
    source: new MigrationWatch({ transport, observer: world.watchObserver }),
    store: kubeMigrationStore(client),
  });
  const surgeRight = new SurgeRight(client, clock);
  const requester = kubeEvictionRequester(client, new Discovery(client, () => clock.now()));
  const requests = new RequestsAnswered(requester, clock, () => world.config().rescheduling.evictionRequests);
  const office = parts.takeOffice(() => undefined);
  const ports: ReschedulePorts = {
    clock,
    journal,
    control,
    store: migrations,
    hands: {
      evictor: kubeEvictor(client),
      requester,
      surger: kubeSurger(client),
      marker: kubeReplacementMarker(client),
    },
    observer: rescheduleMetrics(metrics),
    cluster: world.cluster,
    load: parts.measured ?? (() => measuring!.collector.view),
    source: () => world.sources.source,
    history: historyStore(world),
    surgeRight: surgeRight.now,
    requests: requests.now,
    acting: office.acting,
  };
  const rescheduler = new Rescheduler(ports, parts.self, optionsInForce(parts));
  moveGauges(metrics, () => standingOf(rescheduler, control));
  const loop = new ControllerLoop(rescheduler, { clock, journal });
  const { signal } = ending;
  const running = Promise.all([
    control.run(signal),
    migrations.run(() => loop.nudge(), signal),
    surgeRight.follow(signal),
    requests.follow(signal),
    loop.run(signal),
    measuring?.run(signal),
  ]);
  return {
    readiness: measuring === undefined ? [] : [{ name: 'load', run: () => measuring.collector.sighted }],
    status: () => ({
      role: rescheduler.name,
      kind: 'loop',
      leader: office.leader,
      lastPass: loop.lastPass === undefined ? { kind: 'never' } : { kind: 'known', ...loop.lastPass },
      queueDepth: rescheduler.migrations.filter((migration) => !isFinished(migration)).length,
      watched: [...world.cluster.standings, { kind: 'PodMigration', heardAt: migrations.heard.heardAt }].map(
        ({ kind, heardAt }) => ({ kind, heardAt: heardAt === 'never' ? 'unknown' : heardAt }),
      ),
    }),
    async stop(withinMs) {
      ending.abort();
      // a step under way is cut off: what it did is told by the world, and whoever comes next goes on from the status
      const late = clock.sleep(withinMs);
      await Promise.race([running, late]);
      await office.leave();
      await Promise.race([rescheduler.stop(), late]);
    },
  };
}

/** Measures as the collector does, and publishes nothing: where no collector runs in this process. */
function measureAlone({ connection, world, clock, metrics, self, quietJournal }: RoleParts): House {
  const { roster, sources } = world;
  const ports = {
    clock,
    journal: quietJournal,
    roster,
    marker: kubeNodeMarker(connection.client),
    observer: collectMetrics(metrics),
    source: () => sources.source,
    acting: () => undefined,
  };
  const house = compose({ ports, self, collect: sources.options });
  loadGauges(metrics, () => house.collector.view);
  return house;
}

function historyStore({ config }: SharedWorld): HistoryStore | undefined {
  const { historyFolder } = config().rescheduling;
  return historyFolder === undefined ? undefined : fileHistoryStore(historyFolder);
}

/** The same object until the configuration changes. */
function optionsInForce({ world, profile }: RoleParts): () => ReturnType<typeof rescheduleOptions> {
  let config = world.config();
  let options = rescheduleOptions(config, world.sources.options(), profile);
  return () => {
    if (world.config() !== config) {
      config = world.config();
      options = rescheduleOptions(config, world.sources.options(), profile);
    }
    return options;
  };
}

function standingOf(rescheduler: Rescheduler, control: WatchedControl): MovesStanding {
  const { gate, migrations, leftInHour } = rescheduler;
  const standing = control.now();
  return {
    migrations,
    leftInHour,
    heldBy: gate.kind === 'held' ? gate.reason : undefined,
    isBreakerOpen: standing !== 'unread' && standing.breaker.kind === 'held',
  };
}
