import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import type { UseAt } from '#load/forecast/foreseen-pod.ts';
import type { LoadView } from '#load/load-view.ts';
import type { Pass } from '#load/load-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { ClusterRoster } from '#ports/cluster-roster.ts';
import type { LoadReading, LoadSource } from '#ports/load-source.ts';
import { gatherPodsRead, gatherSignals } from './gather-reading.ts';
import { LoadKeeper, type LoadLines } from './load-keeper.ts';
import type { UnreadPast } from './past-teller.ts';
import { recallPodUse } from './recall-pod-use.ts';
import { askedOf, recallPast } from './recall-past.ts';

export interface LookPorts {
  readonly clock: Clock;
  readonly source: LoadSource;
  /** Who is in the cluster, as it was listed once. */
  readonly roster: Pick<ClusterRoster, 'nodes' | 'pods' | 'nodeOfPod'>;
}

export interface LookOptions {
  readonly lines: LoadLines;
  /** The label that holds a node's name or address, where one is declared. */
  readonly nodeLabel: string | undefined;
  /** Between two readings of an observation. */
  readonly intervalMs: number;
  /** Between two samples of the past: no less than it takes for a new one to be there. */
  readonly sampleEveryMs: number;
  readonly pods: 'asked' | 'not-asked';
  /** How long to watch where the source remembers nothing; 0 looks once. */
  readonly observeForMs: number;
  /** How far back the use of pods is asked for; 0 asks for none of it. */
  readonly historyMs: number;
}

/** What one look at the whole cluster saw. */
export interface Look {
  /** When it began; the view is of when the last reading was judged. */
  readonly begunAt: number;
  readonly view: LoadView;
  /** The last reading, and what became of its series. */
  readonly reading: LoadReading;
  readonly pass: Pass;
  /** Signals that were asked for. */
  readonly asked: readonly string[];
  /** Whether anybody remembered the past; else verdicts rest on `readings` samples at most. */
  readonly past: 'remembered' | 'not-remembered';
  /** Of nodes and of pods. */
  readonly unreadPast: UnreadPast;
  readonly readings: number;
  /** What pods used before, oldest first, in the order of the roster. */
  readonly podUse: readonly UseAt[];
  readonly roster: LookPorts['roster'];
}

/** Called before each wait of an observation, with what is left of it. */
export type Observing = (leftMs: number) => void;

/**
 * Looks at the load of a cluster without being there all the time: the past comes from a source that remembers one, or
 * from watching for a while. Judges as the collector does.
 */
export async function lookOnce(
  { clock, source, roster }: LookPorts,
  options: LookOptions,
  { signal, observing }: { readonly signal: AbortSignal; readonly observing: Observing },
): Promise<Look> {
  const { lines, nodeLabel, intervalMs, sampleEveryMs, pods } = options;
  const asked = askedOf(source, lines);
  const keeper = new LoadKeeper(lines);
  const now = clock.now();
  keeper.admit(roster.nodes, { measured: new Set(asked), now });
  const recall = { source, roster, lines, signals: asked, nodeLabel, stepMs: sampleEveryMs, now };
  const { passes, unread } = await recallPast(recall, signal);
  keeper.replay(passes);
  const past = passes.some(hasSamples) ? 'remembered' : 'not-remembered';
  const { historyMs } = options;
  const recallPods = { source, roster, lines, now, historyMs, stepMs: forecastDefaults.stepMs };
  const ofPods = await recallPodUse(recallPods, signal);
  const recalled = { past, unreadPast: new Map([...unread, ...ofPods.unread]), podUse: ofPods.use } as const;
  const endsAt = clock.now() + (past === 'remembered' ? 0 : options.observeForMs);
  let readings = 1;
  let seen = await read();
  for (; clock.now() < endsAt; readings++) {
    const leftMs = endsAt - clock.now();
    observing(leftMs);
    await clock.sleep(Math.min(intervalMs, leftMs), signal);
    seen = await read();
  }
  return { begunAt: now, view: keeper.view(seen.pass.at), ...seen, asked, ...recalled, readings, roster };

  async function read(): Promise<{ readonly reading: LoadReading; readonly pass: Pass }> {
    const reading = await source.read({ signals: asked, pods, abort: signal });
    const judging = { ...lines.options, now: clock.now() };
    const signals = gatherSignals(reading.signals, roster, { signals: lines.signals, judging, label: nodeLabel });
    const ofPods = gatherPodsRead(reading, roster, judging);
    const pass = ofPods === undefined ? signals : { ...signals, pods: ofPods };
    keeper.take(pass);
    return { reading, pass };
  }
}

function hasSamples({ signals }: Pass): boolean {
  return signals.some(({ values }) => values.some((value) => !Number.isNaN(value)));
}
