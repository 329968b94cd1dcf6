import { MemoryMarker } from '../../test/collector/memory-marker.ts';
import { MemoryRoster } from '../../test/collector/memory-roster.ts';
import { VirtualClock } from '../../test/support/virtual-clock.ts';
import { type CollectOptions, LoadCollector } from '#controllers/collect-load.ts';
import { type AnnotationsOptions, annotationsDefaults } from '#load/annotation-options.ts';
import { builtInSignals } from '#load/signals/built-in-signals.ts';
import { loadDefaults } from '#load/options.ts';
import type { LoadSource } from '#ports/load-source.ts';
import type { Measures } from '../measure.ts';
import { nodeName, steadyUse } from './population.ts';
import { rosterNodes } from './roster.ts';

const nodes = 1000;
const passes = 120;
const intervalMs = 30_000;
const read = ['cpu', 'memory', 'load'] as const;

/** A cluster that does the same work all day. */
function steadySource(clock: VirtualClock): LoadSource {
  const seriesAt = (takenAt: number, signal: number) =>
    Array.from({ length: nodes }, (_, node) => ({
      labels: { node: nodeName(node) },
      value: steadyUse(signal, node, Math.floor(takenAt / intervalMs)),
      takenAt,
    }));
  return {
    name: 'prometheus',
    signals: read,
    past: () => Promise.resolve([]),
    close: () => Promise.resolve(),
    read: ({ signals }) =>
      Promise.resolve({
        signals: signals.map((signal, index) => {
          const series = seriesAt(clock.now(), index);
          return { kind: 'read', signal, source: 'prometheus', tookMs: 1, unit: 'ratio', series } as const;
        }),
        pods: { kind: 'not-asked' },
        problems: [],
        warnings: [],
        isDegraded: false,
      }),
  };
}

/** An hour of the real collector on a virtual clock: what it writes once everything stands on the nodes. */
export async function steadyWrites(): Promise<Measures> {
  const clock = new VirtualClock();
  const roster = new MemoryRoster(clock, rosterNodes(nodes));
  const marker = new MemoryMarker(clock);
  for (const node of roster.nodes) marker.join(node);
  const source = steadySource(clock);
  const signals = builtInSignals(loadDefaults, annotationsDefaults);
  const options: CollectOptions = {
    intervalMs,
    sampleEveryMs: intervalMs,
    lines: { signals, options: loadDefaults, prefix: annotationsDefaults.prefix },
    annotations: annotationsDefaults,
    pods: 'not-asked',
  };
  const never = new AbortController().signal;
  const nothing = (): void => {};
  const collector = new LoadCollector(
    {
      clock,
      journal: { record: nothing },
      roster,
      marker: {
        async mark(marks, signal) {
          const outcome = await marker.mark(marks, signal);
          roster.mark(marks.node.name, marks.set);
          return outcome;
        },
      },
      observer: { passed: nothing, sourceFailed: nothing, refused: nothing, marked: nothing, planned: nothing },
      source: () => source,
      acting: () => never,
    },
    { apiVersion: 'v1', kind: 'Lease', name: 'bench' },
    () => options,
  );
  const pass = async (): Promise<void> => {
    await collector.reconcile(never);
    await clock.advance(intervalMs);
  };
  // the first writes of all nodes, and what they put in its place
  for (let number = 0; number < 10; number++) await pass();
  const from = clock.now();
  for (let number = 0; number < passes; number++) await pass();
  const times = marker.writes.map(({ at }) => at).filter((at) => at >= from);
  return measuresOf(times, (passes * intervalMs) / 1000, annotationsDefaults);
}

function measuresOf(
  times: readonly number[],
  seconds: number,
  { heartbeatMs, writesPerSecond }: AnnotationsOptions,
): Measures {
  const heartbeats = (nodes * 1000) / heartbeatMs;
  const bySecond = Map.groupBy(times, (at) => Math.floor(at / 1000));
  const most = Math.max(...Array.from(bySecond.values(), (writes) => writes.length));
  return {
    'writes-steady': { value: times.length / seconds, unit: '1/s', goal: `<= ${heartbeats.toFixed(2)}` },
    'writes-steady-worst-second': { value: most, unit: '1/s', goal: `<= ${writesPerSecond}` },
  };
}
