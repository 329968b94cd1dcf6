import type { Judging } from '#load/gathering/judge-sample.ts';
import type { Pass } from '#load/load-store.ts';
import type { ClusterRoster } from '#ports/cluster-roster.ts';
import type { LoadSource, PastStep } from '#ports/load-source.ts';
import { gatherSignals } from './gather-reading.ts';
import type { LoadLines } from './load-keeper.ts';
import type { UnreadPast } from './past-teller.ts';

export interface Recall {
  readonly source: LoadSource;
  readonly roster: Pick<ClusterRoster, 'nodes' | 'nodeOfPod'>;
  readonly lines: LoadLines;
  /** Whose past is wanted. */
  readonly signals: readonly string[];
  /** The label that holds a node's name or address, where one is declared. */
  readonly nodeLabel: string | undefined;
  readonly stepMs: number;
  readonly now: number;
}

export interface RecalledPast {
  readonly passes: readonly Pass[];
  readonly unread: UnreadPast;
}

/** The signals that a source can answer: asking for more would make every reading a degraded one. */
export function askedOf(source: LoadSource, { signals }: LoadLines): readonly string[] {
  const answered = new Set(source.signals);
  return signals.map(({ name }) => name).filter((name) => answered.has(name));
}

/** The samples of the past that a verdict looks back on, as a source remembers them, each judged as of its own time. */
export async function recallPast(recall: Recall, signal: AbortSignal): Promise<RecalledPast> {
  const { source, roster, lines, signals: wanted, nodeLabel: label, stepMs, now } = recall;
  // the last step is one ago: what is new since then is read with its own time
  const toMs = now - stepMs;
  const fromMs = toMs - (lines.options.hot.of - 1) * stepMs;
  const steps = await source.past({ signals: wanted, fromMs, toMs, stepMs, abort: signal });
  const passes = steps.map(({ atMs, signals }) => {
    const nodes = roster.nodes.filter(({ createdAt }) => !(createdAt > atMs));
    const judging: Judging = { ...lines.options, now: atMs };
    return gatherSignals(signals, { nodes, nodeOfPod: roster.nodeOfPod }, { signals: lines.signals, judging, label });
  });
  return { passes, unread: unreadIn(steps) };
}

/** What of these steps could not be had. */
export function unreadIn(steps: readonly PastStep[]): UnreadPast {
  const readings = steps.flatMap(({ signals }) => signals);
  return new Map(readings.flatMap((one) => (one.kind === 'failed' ? [[one.signal, one.fault] as const] : [])));
}
