import type { Registry } from 'prom-client';
import { collectMetrics } from '#actuators/metrics/collect-metrics.ts';
import { loadGauges } from '#actuators/metrics/load-gauges.ts';
import { kubeNodeMarker, nodeMarkRights } from '#actuators/node-marks/kube-node-marker.ts';
import type { Config } from '#app/config/schema.ts';
import { openLoadSources } from '#app/load-sources.ts';
import { compose } from '#controllers/compose.ts';
import { inShort, type PolicyRule } from '#kube/client/rights.ts';
import { eventRights } from '#kube/events/kube-event-store.ts';
import type { ReflectorObserver } from '#kube/reflector/observer.ts';
import { annotationKeys } from '#load/annotation-text.ts';
import type { Clock } from '#ports/clock.ts';
import type { Journal, Subject } from '#ports/journal.ts';
import type { Check } from '#servers/checks.ts';
import { metricsApiRights } from '#sources/metrics-api/metrics-api-source.ts';
import { rosterWatchRights, RosterWatch } from '#sources/kube-watch/roster-watch.ts';
import type { RoleStatus } from '#views/role-status.ts';
import type { KubeConnection } from './kube-connection.ts';
import { type Office, officeRights } from './office.ts';
import { SourcesInForce } from './sources-in-force.ts';

/** What the collector asks of the API server. */
export const collectorRights: readonly PolicyRule[] = inShort([
  ...rosterWatchRights,
  ...metricsApiRights,
  ...nodeMarkRights,
  ...officeRights,
  ...eventRights,
]);

export interface RoleParts {
  readonly config: () => Config;
  readonly connection: KubeConnection;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly metrics: Registry;
  /** Whom Events about the role are attached to. */
  readonly self: Subject;
  /** Contends for the role's office; `entered` is called each time we hold it. */
  readonly takeOffice: (entered: () => void) => Office;
}

/** A role that runs. */
export interface RunningRole {
  readonly readiness: readonly Check[];
  status(): RoleStatus;
  /** Resolves when nothing of it runs any more: what was begun is finished, or dropped once the time is over. */
  stop(withinMs: number): Promise<void>;
}

export function runCollector(parts: RoleParts): RunningRole {
  const { config, connection, clock, journal, metrics } = parts;
  const ending = new AbortController();
  const sources = new SourcesInForce(config, (now) => openLoadSources(now, connection.client, clock));
  const { lines } = sources.options();
  const { transport } = connection;
  const roster = new RosterWatch(
    { transport, clock, observer: told(journal) },
    annotationKeys(lines.signals, lines.prefix),
  );
  const ports = {
    clock,
    journal,
    roster,
    marker: kubeNodeMarker(connection.client),
    observer: collectMetrics(metrics),
    source: () => sources.source,
    acting: () => office.acting(),
  };
  const house = compose({ ports, self: parts.self, collect: sources.options });
  const { collector, collecting: loop } = house;
  const office = parts.takeOffice(() => collector.publish(ending.signal));
  loadGauges(metrics, () => collector.view);
  const running = Promise.all([roster.run(ending.signal), house.run(ending.signal)]);
  return {
    readiness: [{ name: 'load', run: () => collector.sighted }],
    status: () => ({
      role: collector.name,
      kind: 'loop',
      leader: office.leader,
      lastPass: loop.lastPass === undefined ? { kind: 'never' } : { kind: 'known', ...loop.lastPass },
      queueDepth: collector.waiting,
      watched: roster.ages.map(({ kind, heardAt }) => ({ kind, heardAt: heardAt === 'never' ? 'unknown' : heardAt })),
    }),
    async stop(withinMs) {
      ending.abort();
      // what is under way is seen through while the office is still ours
      await Promise.race([collector.stop(), clock.sleep(withinMs)]);
      await office.leave();
      await running;
      await sources.close();
    },
  };
}

function told(journal: Journal): ReflectorObserver {
  return {
    faulted: (kind, { message }, againAfterMs) => {
      const reasons = [`Watching ${kind}: ${message}; again in ${Math.round(againAfterMs)} ms.`];
      journal.record({ kind: 'watch-faulted', reasons });
    },
  };
}
