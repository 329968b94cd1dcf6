import { kubeControlStore } from '#actuators/control/kube-control-store.ts';
import { builtRoleNames } from '#app/live/roles.ts';
import { type OpenCluster, type Opening, withCluster } from '#app/once/open-cluster.ts';
import { roleLeases } from '#app/once/role-leases.ts';
import { type OutputFormat, structured } from '#app/flags/output-format.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import { Fault } from '#base/fault.ts';
import { instantText } from '#load/instant.ts';
import type { RoleLease } from '#views/doctor/judge-roles.ts';
import { type KnownOrNot, known, unknown } from '#views/status/known-or-not.ts';
import { type Replica, type RoleStanding, type StatusReport, statusText } from '#views/status/status-report.ts';
import { askReplicas } from './ask-replicas.ts';
import { countMoves } from './count-moves.ts';
import { publishedCoverage } from './published-coverage.ts';

export interface StatusAsk {
  readonly opening: Opening;
  readonly format: OutputFormat;
  /** Of roles that run elsewhere than in our namespace. */
  readonly addresses: readonly string[];
}

/** Prints how all roles are: what cannot be read is unknown, and keeps nothing else from being told. */
export async function tellStatus({ opening, format, addresses }: StatusAsk, terminal: Terminal): Promise<void> {
  await withCluster(opening, terminal, async (cluster) => {
    const report = await reportOf(cluster, addresses);
    if (format === 'json' || format === 'yaml') {
      terminal.stdout.write(structured(report, format));
      return;
    }
    const paint = paintFor(terminal.stdout, terminal.env);
    terminal.stdout.write(statusText(report, cluster.clock.now(), { headers: 'shown', paint }));
  });
}

async function reportOf(cluster: OpenCluster, addresses: readonly string[]): Promise<StatusReport> {
  const { client, clock, config, signal } = cluster;
  const { namespace } = config.leadership;
  const [leases, replicas, control, moves, coverage] = await Promise.all([
    lookedFor(signal, () => roleLeases(client, namespace, signal)),
    lookedFor(signal, () => askReplicas(cluster, addresses)),
    lookedFor(signal, () => kubeControlStore(client, namespace).read(signal)),
    lookedFor(signal, () => countMoves(cluster)),
    lookedFor(signal, () => publishedCoverage(cluster)),
  ]);
  const reached = replicas.kind === 'known' ? replicas.value : [{ name: `pods of ${namespace}`, roles: replicas }];
  return {
    at: instantText(clock.now()),
    namespace,
    roles: standings(leases, reached),
    replicas: reached,
    control,
    moves,
    coverage,
  };
}

async function lookedFor<T>(signal: AbortSignal, look: () => Promise<T>): Promise<KnownOrNot<T>> {
  try {
    return known(await look());
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof Fault)) throw thrown;
    return unknown(thrown.message);
  }
}

/** Every role that this release has, and every other that left a Lease. */
function standings(leases: KnownOrNot<readonly RoleLease[]>, replicas: readonly Replica[]): readonly RoleStanding[] {
  const found = leases.kind === 'known' ? leases.value : [];
  const names = new Set<string>([...builtRoleNames, ...found.map(({ role }) => role)]);
  return [...names].map((role) => ({
    role,
    lease: leases.kind === 'known' ? known(found.find((lease) => lease.role === role)) : leases,
    said: saidOf(role, replicas),
  }));
}

function saidOf(role: string, replicas: readonly Replica[]): RoleStanding['said'] {
  const rows = replicas.flatMap(({ roles }) => (roles.kind === 'known' ? roles.value : []));
  const leading = rows.find((row) => row.role === role && row.leader === 'self');
  if (leading !== undefined) return known({ lastPass: leading.lastPass, queueDepth: leading.queueDepth });
  return unknown('whoever leads was not reached');
}
