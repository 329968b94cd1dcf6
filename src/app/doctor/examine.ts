import { Fault } from '#base/fault.ts';
import { exitCodes } from '#app/exit-codes.ts';
import type { BuiltRole } from '#app/live/roles.ts';
import { type OutputFormat, structured } from '#app/flags/output-format.ts';
import { type ClusterLists, listCluster } from '#app/once/cluster-lists.ts';
import { lookAtLoad } from '#app/once/look-at-load.ts';
import { type OpenCluster, type Opening, withCluster } from '#app/once/open-cluster.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import type { Look } from '#controllers/look-once.ts';
import { type Finding, problem, type Section } from '#views/doctor/finding.ts';
import { type DoctorReport, doctorReport, doctorText } from '#views/doctor/report.ts';
import type { DoctorCheck, Patient } from './check.ts';
import { checks } from './checks.ts';

/** From which level on the answer is no. */
export const gates = ['problem', 'warning'] as const;
export type Gate = (typeof gates)[number];

export interface DoctorAsk {
  readonly opening: Opening;
  readonly roles: readonly BuiltRole[];
  readonly format: OutputFormat;
  readonly failOn: Gate;
}

/** Runs every check, prints what it found, and says by its exit code whether anything is to be mended. */
export async function examine(ask: DoctorAsk, terminal: Terminal): Promise<void> {
  await withCluster(ask.opening, terminal, async (cluster) => {
    const patient = patientOf(cluster, ask.roles);
    const sections = await Promise.all(checks.map((check) => sectionOf(check, patient)));
    const report = doctorReport(sections);
    terminal.stdout.write(printed(report, ask.format, terminal));
    if (isNo(report, ask.failOn)) terminal.conclude(exitCodes.no);
  });
}

function patientOf(cluster: OpenCluster, roles: readonly BuiltRole[]): Patient {
  let lists: Promise<ClusterLists> | undefined;
  let look: Promise<Look> | undefined;
  const listOnce = (): Promise<ClusterLists> => (lists ??= listCluster(cluster.client, { signal: cluster.signal }));
  return {
    ...cluster,
    roles,
    lists: listOnce,
    look: () => (look ??= lookOnceAt(cluster, listOnce())),
  };
}

async function lookOnceAt(cluster: OpenCluster, lists: Promise<ClusterLists>): Promise<Look> {
  const listed = await lists;
  if (listed.nodes.kind === 'forbidden') throw listed.nodes.fault;
  return lookAtLoad(cluster, listed, { pods: 'asked', observeForMs: 0, observing: () => undefined });
}

/** A check that cannot be made is a finding; one check's misfortune is none of the others'. */
async function sectionOf(check: DoctorCheck, patient: Patient): Promise<Section> {
  const { section: name } = check;
  try {
    return { name, findings: await check.examine(patient) };
  } catch (thrown) {
    patient.signal.throwIfAborted();
    if (!(thrown instanceof Fault)) throw thrown;
    return { name, findings: [couldNotLook(thrown)] };
  }
}

function couldNotLook({ message, remedy }: Fault): Finding {
  return problem(`it could not be looked at: ${message}`, remedy);
}

function printed(report: DoctorReport, format: OutputFormat, { stdout, env }: Terminal): string {
  if (format === 'json' || format === 'yaml') return structured(report, format);
  return doctorText(report, { width: format === 'wide' ? 'wide' : 'narrow', paint: paintFor(stdout, env) });
}

function isNo({ counts }: DoctorReport, failOn: Gate): boolean {
  return counts.problem > 0 || (failOn === 'warning' && counts.warning > 0);
}
