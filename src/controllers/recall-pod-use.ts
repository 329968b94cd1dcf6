import type { UseAt } from '#load/forecast/foreseen-pod.ts';
import { gatherPods, type LivePod } from '#load/gather-pods.ts';
import type { RawSeries } from '#load/sample.ts';
import type { PastStep } from '#ports/load-source.ts';
import type { Recall } from './recall-past.ts';

export interface PodRecall extends Pick<Recall, 'source' | 'lines' | 'now'> {
  readonly roster: { readonly pods: readonly LivePod[] };
  /** How far back, and how far apart: rates that overlap are no new evidence. */
  readonly historyMs: number;
  readonly stepMs: number;
}

const signals = ['pod-cpu', 'pod-memory'] as const;

/** What the pods alive used, as a source remembers it, oldest first, in the order of the roster; each judged as of its own time. */
export async function recallPodUse(recall: PodRecall, signal: AbortSignal): Promise<readonly UseAt[]> {
  const { source, roster, lines, historyMs, stepMs, now } = recall;
  const steps = Math.floor(historyMs / stepMs);
  if (steps === 0) return [];
  // on whole steps: a forecast counts one sample in each
  const toMs = Math.floor(now / stepMs) * stepMs - 1;
  const fromMs = toMs - (steps - 1) * stepMs;
  const past = await source.past({ signals, fromMs, toMs, stepMs, abort: signal });
  return past.map((step) => {
    const [cpuCores, memoryBytes] = signals.map((name) => seriesOf(name, step));
    const answer = { source: source.name, cpuCores: cpuCores!, memoryBytes: memoryBytes! };
    const used = gatherPods(answer, roster.pods, { ...lines.options, now: step.atMs });
    return { at: step.atMs, cpuCores: used.cpuCores.values, memoryBytes: used.memoryBytes.values };
  });
}

function seriesOf(name: string, step: PastStep): Iterable<RawSeries> {
  const reading = step.signals.find(({ signal }) => signal === name);
  return reading?.kind === 'read' ? reading.series : [];
}
