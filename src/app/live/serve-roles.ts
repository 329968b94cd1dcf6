import { hostname } from 'node:os';
import { dialectOf } from '#api/dialect.ts';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { kubeMetrics } from '#actuators/metrics/kube-metrics.ts';
import { LiveConfig } from '#app/config/live-config.ts';
import { type ConfigPlaces, openConfig } from '#app/config/open-config.ts';
import type { Config } from '#app/config/schema.ts';
import type { Terminal } from '#app/terminal.ts';
import { version } from '#app/version.ts';
import { untilAborted } from '#controllers/until-aborted.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { serverVersion } from '#kube/client/server-version.ts';
import type { Wanted } from '#kube/config/load-configuration.ts';
import { probesDefaults, serveProbes } from '#servers/probes.ts';
import { runCollector } from './collector-role.ts';
import { connectToCluster } from '#app/kube-connection.ts';
import { leaseOf, needNamespace, Office } from './office.ts';
import { runRescheduler } from './rescheduler-role.ts';
import type { RoleParts, RunningRole } from './role.ts';
import type { BuiltRole } from './roles.ts';
import { sharedWorld } from './shared-world.ts';
import { tellSkew } from './tell-skew.ts';
import { type Teller, teller } from './told.ts';

export interface Serving {
  readonly roles: readonly BuiltRole[];
  readonly places: ConfigPlaces;
  readonly cluster: Wanted;
}

/** What is under way may take so long once we are asked to stop, and what is told likewise. */
const STOP_WITHIN_MS = 5000;
const TELL_WITHIN_MS = 2000;

/** How each role is run. */
const runs: Readonly<Record<BuiltRole, (parts: RoleParts) => RunningRole>> = {
  collector: runCollector,
  rescheduler: runRescheduler,
};

/** Runs roles in one process until the signal, and ends them in good order. Throws where they cannot begin. */
export async function serveRoles({ roles, places, cluster }: Serving, terminal: Terminal): Promise<void> {
  const reading = await openConfig(places);
  if (reading.kind === 'bad') throw new AggregateError(reading.faults);
  const { leadership, log, serving } = reading.config;
  const { env, stdout, signal = new AbortController().signal } = terminal;
  const instance = env['POD_NAME'] ?? hostname();
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });

  const connection = await connectToCluster({ ...cluster, as: roles.join('+') }, env, kubeMetrics(metrics));
  const { clock } = connection;
  const telling = teller({ clock, metrics, client: connection.client, stdout, instance }, log);
  const { journal } = telling;
  try {
    await needNamespace(connection.client, leadership.namespace);
    const config = new LiveConfig({ clock, journal }, places, reading);
    tellSkew(journal, clock);
    const { dialect } = dialectOf(String((await serverVersion(connection.client, { signal })).minor));
    const pods = roles.includes('rescheduler') ? 'asked' : 'not-asked';
    const world = sharedWorld({ config: () => config.current, connection, clock, journal, dialect, pods });
    const profile = defaultProfile(dialect);
    const running = startRoles(roles, { connection, world, clock, metrics, telling, instance, leadership, profile });
    metrics.registerMetric(leaderGauge(running));
    try {
      const probes = await serveProbes(
        {
          clock,
          liveness: [],
          readiness: running.flatMap(({ readiness }) => readiness),
          metrics,
          status: () => running.map((role) => role.status()),
        },
        { ...probesDefaults, host: serving.bindAddress, port: serving.httpPort },
      );
      const named = `${roles.length === 1 ? 'the role' : 'the roles'} ${roles.join(', ')}`;
      const reasons = [`plimsoll ${version} serves ${named}; probes answer on port ${probes.port}.`];
      journal.record({ kind: 'started', reasons, facts: { roles: roles.join(','), port: probes.port } });
      await Promise.all([config.follow(signal), untilAborted(signal)]);
      journal.record({ kind: 'stopping', reasons: ['Asked to stop.'] });
      await probes.close();
    } finally {
      await Promise.all(running.map((role) => role.stop(STOP_WITHIN_MS)));
      await world.close();
      await telling.flush(TELL_WITHIN_MS);
    }
  } finally {
    await connection.transport.close();
  }
}

/** One after the other: whoever measures comes first, and the others look through its eyes. */
function startRoles(roles: readonly BuiltRole[], shared: Shared): readonly RunningRole[] {
  const inOrder = roles.toSorted((one, other) => Number(other === 'collector') - Number(one === 'collector'));
  const running: RunningRole[] = [];
  for (const role of inOrder) {
    const measured = running.find((other) => other.measured !== undefined)?.measured;
    running.push(startRole(role, { ...shared, measured }));
  }
  return running;
}

interface Shared extends Pick<RoleParts, 'connection' | 'world' | 'clock' | 'metrics' | 'profile' | 'measured'> {
  readonly telling: Teller;
  readonly instance: string;
  readonly leadership: Config['leadership'];
}

/** Each role contends for an office of its own, and tells in its own name. */
function startRole(role: BuiltRole, { telling, instance, leadership, ...shared }: Shared): RunningRole {
  const lease = leaseOf(role, leadership.namespace);
  const { leaseDurationMs } = leadership;
  const { client, clock } = shared.connection;
  let office: Office | undefined;
  const journal = telling.journalOf(role, () => office?.leader.kind === 'self');
  const takeOffice: RoleParts['takeOffice'] = (entered) => {
    office = new Office({ client, journal, lease, instance, leaseDurationMs, clock }, entered);
    return office;
  };
  const { namespace } = leadership;
  return runs[role]({ ...shared, journal, quietJournal: telling.journal, namespace, self: lease, takeOffice });
}

function leaderGauge(running: readonly RunningRole[]): Gauge<'role'> {
  return new Gauge({
    name: 'plimsoll_leader',
    help: '1 where this replica acts for the role, 0 where it stands by.',
    labelNames: ['role'],
    registers: [],
    collect() {
      for (const { role, leader } of running.map((one) => one.status()))
        this.set({ role }, Number(leader.kind === 'self'));
    },
  });
}
