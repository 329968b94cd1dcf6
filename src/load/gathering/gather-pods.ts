import { oncePer } from '#base/once-per.ts';
import { emptyColumns, gatherInto } from './duplicates.ts';
import { type Judged, judgeNumber, judgeTime, type Judging } from './judge-sample.ts';
import type { PodColumns, PodKey, PodSamples } from './pod-use.ts';
import type { RawSeries } from '#load/sample.ts';
import { reasonCode, type Refusal, type RefusalCounts } from '#load/unknown-reason.ts';

/** A pod that exists now. */
export interface LivePod extends PodKey {
  /** Milliseconds since the Unix epoch; what was measured earlier belongs to another pod of this name. */
  readonly createdAt: number;
}

/** What one source answered about pods: cores and bytes, one series a pod, labelled `namespace` and `pod`. */
export interface PodAnswer {
  readonly source: string;
  readonly cpuCores: Iterable<RawSeries>;
  readonly memoryBytes: Iterable<RawSeries>;
}

export interface GatheredPods extends PodColumns {
  readonly counts: {
    readonly series: number;
    /** Series of pods that do not exist, or not yet when the sample was taken. */
    readonly strangers: number;
    readonly refused: RefusalCounts;
  };
}

const ANY_AMOUNT = { least: 0, most: Number.MAX_VALUE };
const ABSENT = reasonCode('absent');

/** Maps, judges and puts together what pods use, by namespace and name among the pods alive now. */
export function gatherPods(answer: PodAnswer, pods: readonly LivePod[], judging: Judging): GatheredPods {
  const rows = rowsOf(pods);
  const refused: Partial<Record<Refusal, number>> = {};
  let series = 0;
  let strangers = 0;
  const cpuCores = gather(answer.cpuCores);
  const memoryBytes = gather(answer.memoryBytes);
  return { source: answer.source, pods, cpuCores, memoryBytes, counts: { series, strangers, refused } };

  function gather(samples: Iterable<RawSeries>): PodSamples {
    const columns = emptyColumns(pods.length);
    const why = new Uint8Array(pods.length).fill(ABSENT);
    const gatherer = gatherInto(columns, 'newest');
    for (const one of samples) {
      series++;
      const row = rowOf(one);
      if (row === undefined) {
        strangers++;
        continue;
      }
      const judged = judge(one, pods[row]!);
      if (typeof judged === 'number') gatherer.add(row, judged, one.takenAt, one.windowMs ?? Number.NaN);
      else {
        refused[judged] = (refused[judged] ?? 0) + 1;
        why[row] = reasonCode(judged);
      }
    }
    return { ...columns, why };
  }

  function rowOf({ labels, takenAt }: RawSeries): number | undefined {
    const row = rows.get(labels['namespace'] ?? '')?.get(labels['pod'] ?? '');
    return row === undefined || takenAt < pods[row]!.createdAt ? undefined : row;
  }

  function judge({ value, takenAt, windowMs = 0 }: RawSeries, { createdAt }: LivePod): Judged {
    const judged = judgeNumber(value, ANY_AMOUNT, 1);
    if (typeof judged === 'string') return judged;
    // a rate divides by its whole window, also by the part in which there was no pod
    if (takenAt - windowMs < createdAt) return 'too-young';
    const freshness = judgeTime(takenAt, judging);
    return freshness === 'fresh' ? judged : freshness;
  }
}

/** Lists of pods are made anew when a pod comes or goes: between, all passes share one. */
const rowsOf = oncePer((pods: readonly LivePod[]): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const rows = new Map<string, Map<string, number>>();
  pods.forEach(({ namespace, name }, row) => {
    const names = rows.get(namespace) ?? new Map<string, number>();
    rows.set(namespace, names.set(name, row));
  });
  return rows;
});
