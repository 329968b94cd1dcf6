import { collectMetrics } from '#actuators/metrics/collect-metrics.ts';
import { loadGauges } from '#actuators/metrics/load-gauges.ts';
import { kubeNodeMarker, nodeMarkRights } from '#actuators/node-marks/kube-node-marker.ts';
import { compose } from '#controllers/compose.ts';
import { inShort } from '#kube/client/rights.ts';
import { eventRights } from '#kube/events/kube-event-store.ts';
import { metricsApiRights } from '#sources/metrics-api/metrics-api-source.ts';
import { rosterWatchRights } from '#sources/kube-watch/roster-watch.ts';
import { officeRights } from './office.ts';
import type { RoleParts, RunningRole } from './role.ts';
import type { RoleRights } from './role-rights.ts';

/** What the collector asks of the API server. */
export const collectorRights: RoleRights = {
  everywhere: inShort([...rosterWatchRights, ...metricsApiRights, ...nodeMarkRights, ...eventRights]),
  own: inShort(officeRights('collector')),
};

export function runCollector(parts: RoleParts): RunningRole {
  const { connection, world, clock, journal, metrics } = parts;
  const { roster, sources } = world;
  const ending = new AbortController();
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
  const running = house.run(ending.signal);
  return {
    measured: () => collector.view,
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
    },
  };
}
