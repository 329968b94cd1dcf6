import { hostname } from 'node:os';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { kubeMetrics } from '#actuators/metrics/kube-metrics.ts';
import { LiveConfig } from '#app/config/live-config.ts';
import { type ConfigPlaces, openConfig } from '#app/config/open-config.ts';
import { systemClock } from '#app/system-clock.ts';
import type { Terminal } from '#app/terminal.ts';
import { version } from '#app/version.ts';
import type { Wanted } from '#kube/config/load-configuration.ts';
import { probesDefaults, serveProbes } from '#servers/probes.ts';
import { runCollector } from './collector-role.ts';
import { connectToCluster } from './kube-connection.ts';
import { leaseOf, needNamespace, Office } from './office.ts';
import type { BuiltRole } from './roles.ts';
import { teller } from './told.ts';

export interface Serving {
  readonly role: BuiltRole;
  readonly places: ConfigPlaces;
  readonly cluster: Wanted;
}

/** What is under way may take so long once we are asked to stop, and what is told likewise. */
const STOP_WITHIN_MS = 5000;
const TELL_WITHIN_MS = 2000;

/** Runs a role until the signal, and ends it in good order. Throws where it cannot begin. */
export async function serveRole({ role, places, cluster }: Serving, terminal: Terminal): Promise<void> {
  const reading = await openConfig(places);
  if (reading.kind === 'bad') throw new AggregateError(reading.faults);
  const { leadership, log, serving } = reading.config;
  const { env, stdout, signal = new AbortController().signal } = terminal;
  const instance = env['POD_NAME'] ?? hostname();
  const clock = systemClock();
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });

  const connection = await connectToCluster({ ...cluster, as: role }, env, kubeMetrics(metrics));
  let office: Office | undefined;
  const acts = (): boolean => office?.leader.kind === 'self';
  const telling = teller({ clock, metrics, client: connection.client, stdout, role, instance, acts }, log);
  const { journal } = telling;
  metrics.registerMetric(leaderGauge(role, acts));
  try {
    await needNamespace(connection.client, leadership.namespace);
    const config = new LiveConfig({ clock, journal }, places, reading);
    const lease = leaseOf(role, leadership.namespace);
    const { leaseDurationMs } = leadership;
    const running = runCollector({
      config: () => config.current,
      connection,
      clock,
      journal,
      metrics,
      self: lease,
      takeOffice(entered) {
        office = new Office({ client: connection.client, journal, lease, instance, leaseDurationMs }, entered);
        return office;
      },
    });
    try {
      const probes = await serveProbes(
        { clock, liveness: [], readiness: running.readiness, metrics, status: () => [running.status()] },
        { ...probesDefaults, host: serving.bindAddress, port: serving.httpPort },
      );
      const reasons = [`plimsoll ${version} serves the role ${role}; probes answer on port ${probes.port}.`];
      journal.record({ kind: 'started', reasons, facts: { role, port: probes.port } });
      await Promise.all([config.follow(signal), untilAborted(signal)]);
      journal.record({ kind: 'stopping', reasons: ['Asked to stop.'] });
      await probes.close();
    } finally {
      await running.stop(STOP_WITHIN_MS);
      await telling.flush(TELL_WITHIN_MS);
    }
  } finally {
    await connection.transport.close();
  }
}

function leaderGauge(role: string, acts: () => boolean): Gauge<'role'> {
  return new Gauge({
    name: 'plimsoll_leader',
    help: '1 where this replica acts for the role, 0 where it stands by.',
    labelNames: ['role'],
    registers: [],
    collect() {
      this.set({ role }, Number(acts()));
    },
  });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
