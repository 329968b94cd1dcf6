import type { UseAt } from '#load/forecast/foreseen-pod.ts';
import { gatherPods, type LivePod } from '#load/gathering/gather-pods.ts';
import type { RawSeries } from '#load/sample.ts';
import type { PastStep } from '#ports/load-source.ts';
import type { UnreadPast } from './past-teller.ts';
import { type Recall, unreadIn } from './recall-past.ts';

export interface PodRecall extends Pick<Recall, 'source' | 'lines' | 'now'> {
  readonly roster: { readonly pods: readonly LivePod[] };
  /** How far back, and how far apart: rates that overlap are no new evidence. */
  readonly historyMs: number;
  readonly stepMs: number;
}

/** Under these names what pods use is remembered. */
export const podSignals: readonly string[] = ['pod-cpu', 'pod-memory'];

export interface RecalledPodUse {
  /** Oldest first, in the order of the roster; each judged as of its own time. */
  readonly use: readonly UseAt[];
  readonly unread: UnreadPast;
}

/** What the pods alive used, as a source remembers it. */
export async function recallPodUse(recall: PodRecall, signal: AbortSignal): Promise<RecalledPodUse> {
  const { source, roster, lines, historyMs, stepMs, now } = recall;
  const steps = Math.floor(historyMs / stepMs);
  if (steps === 0) return { use: [], unread: new Map() };
  // on whole steps: a forecast counts one sample in each
  const toMs = Math.floor(now / stepMs) * stepMs - 1;
  const fromMs = toMs - (steps - 1) * stepMs;
  const past = await source.past({ signals: podSignals, fromMs, toMs, stepMs, abort: signal });
  const use = past.map((step) => {
    const [cpuCores, memoryBytes] = podSignals.map((name) => seriesOf(name, step));
    const answer = { source: source.name, cpuCores: cpuCores!, memoryBytes: memoryBytes! };
    const used = gatherPods(answer, roster.pods, { ...lines.options, now: step.atMs });
    return { at: step.atMs, cpuCores: used.cpuCores.values, memoryBytes: used.memoryBytes.values };
  });
  return { use, unread: unreadIn(past) };
}

function seriesOf(name: string, step: PastStep): Iterable<RawSeries> {
  const reading = step.signals.find(({ signal }) => signal === name);
  return reading?.kind === 'read' ? reading.series : [];
}
