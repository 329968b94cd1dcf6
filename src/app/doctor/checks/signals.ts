import type { DoctorCheck, Patient } from '#app/doctor/check.ts';
import { namingLabels } from '#app/doctor/naming-labels.ts';
import { type ClusterLists, itemsOf, rosterOf } from '#app/once/cluster-lists.ts';
import type { Look } from '#controllers/look-once.ts';
import type { GatheredSignal } from '#load/gathering/gather-signal.ts';
import type { LoadView } from '#load/load-view.ts';
import { prometheusNumber } from '#load/gathering/prometheus-number.ts';
import type { LoadReading, SignalReading } from '#ports/load-source.ts';
import type { Finding } from '#views/doctor/finding.ts';
import { judgeCoverage } from '#views/doctor/judge-coverage.ts';
import { type FailedSignal, judgeFailures } from '#views/doctor/judge-failures.ts';
import { judgePods } from '#views/doctor/judge-pods.ts';
import { judgeSignal } from '#views/doctor/judge-signal.ts';

/** Whether each signal can be had of each node, and what pods use. */
export const signals: DoctorCheck = {
  section: 'Signals',
  async examine(patient) {
    const [look, lists] = await Promise.all([patient.look(), patient.lists()]);
    const { view, reading } = look;
    return [
      ...(await judgeRead(look, lists, patient)),
      ...judgeFailures(reading.signals.flatMap((one) => failuresOf(one, view, reading))),
      judgeCoverage({ coverage: view.coverage(), unseen: unseenIn(view) }),
      judgePods(podsFacts(look, lists)),
    ];
  },
};

async function judgeRead(
  { view, reading, pass }: Look,
  lists: ClusterLists,
  { config, signal }: Patient,
): Promise<readonly Finding[]> {
  const { nodes } = rosterOf(lists, view.now);
  const labels = pass.signals.some(isLost) ? await namingLabels(config, nodes, signal) : [];
  return reading.signals.flatMap((one) => {
    const spec = view.signals.find(({ name }) => name === one.signal);
    const gathered = pass.signals.find((each) => each.signal === one.signal);
    if (one.kind === 'failed' || isEmpty(one.series) || spec === undefined || gathered === undefined) return [];
    const { source, unit } = one;
    const rawValues = rawValuesOf(one.series);
    return judgeSignal({ signal: spec, source, unit, nodes, gathered, rawValues, namingLabels: labels, now: view.now });
  });
}

/** Whether series found no node. */
function isLost({ counts: { unmapped } }: GatheredSignal): boolean {
  return unmapped['no-such-node'] !== undefined || unmapped['no-label'] !== undefined;
}

function failuresOf(one: SignalReading, view: LoadView, { problems }: LoadReading): readonly FailedSignal[] {
  const signal = view.signals.find(({ name }) => name === one.signal);
  if (signal === undefined) return [];
  const failure =
    one.kind === 'failed'
      ? one.fault
      : isEmpty(one.series)
        ? problems.find(({ signals: names }) => names.includes(one.signal))?.fault
        : undefined;
  const insteadFrom = failure === undefined ? one.source : undefined;
  const own = failure === undefined ? [] : [{ signal, source: one.source, failure, insteadFrom }];
  const before = (one.passedOver ?? []).map(({ source, fault }) => ({ signal, source, failure: fault, insteadFrom }));
  return [...before, ...own];
}

function podsFacts({ view, reading }: Look, lists: ClusterLists): Parameters<typeof judgePods>[0] {
  const { pods, problems } = reading;
  const failures = problems.filter(({ signals: names }) => names.some((name) => name.startsWith('pod-')));
  const running = itemsOf(lists.pods).filter(({ status }) => status?.phase === 'Running');
  const uses = running.map(({ metadata: { namespace = '', name, uid } }) => view.pod({ namespace, name, uid }));
  const known = uses.filter(({ cpuCores, memoryBytes }) => cpuCores.kind === 'known' && memoryBytes.kind === 'known');
  const young = uses.filter(({ cpuCores }) => cpuCores.kind === 'unknown' && cpuCores.why === 'too-young');
  return {
    source: pods.kind === 'read' ? pods.source : undefined,
    failures: failures.map(({ fault }) => fault),
    running: running.length,
    known: known.length,
    young: young.length,
  };
}

function isEmpty(series: Iterable<unknown>): boolean {
  return series[Symbol.iterator]().next().done === true;
}

function rawValuesOf(series: Iterable<{ readonly value: string | number }>): readonly number[] {
  return [...series].flatMap(({ value }) => {
    const number = typeof value === 'number' ? value : prometheusNumber(value);
    return typeof number === 'number' && Number.isFinite(number) ? [number] : [];
  });
}

/** Ready nodes of which something essential is not known. */
function unseenIn(view: LoadView): readonly string[] {
  const essential = view.signals.flatMap(({ essential: isEssential }, signal) => (isEssential ? [signal] : []));
  return view.rows
    .filter((row) => view.node(row).ready && essential.some((signal) => Number.isNaN(view.value(row, signal))))
    .map((row) => view.node(row).name);
}
