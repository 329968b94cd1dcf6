import { oncePer } from '#base/once-per.ts';
import type { SampleColumns } from './duplicates.ts';
import { type FreshnessRule, freshnessOf } from '#load/freshness.ts';
import type { Reading } from '#load/sample.ts';
import { unknownReasons } from '#load/unknown-reason.ts';

/** Which pod, beyond doubt: two pods may bear one name in two namespaces, or one after the other. */
export interface PodKey {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** One resource of all pods: a sample judged good, or the code of the reason why there is none. */
export interface PodSamples extends SampleColumns {
  readonly why: Uint8Array;
}

/** What all pods use, as one pass saw it: a place is a pod. */
export interface PodColumns {
  readonly source: string;
  readonly pods: readonly PodKey[];
  readonly cpuCores: PodSamples;
  readonly memoryBytes: PodSamples;
}

/** What one pod uses. */
export interface PodUse {
  readonly cpuCores: Reading;
  readonly memoryBytes: Reading;
}

/** Looks up one pod of a pass. */
export type PodFinder = (pod: PodKey, now: number) => PodUse;

const UNSEEN: Reading = { kind: 'unknown', why: 'never-seen' };
const ABSENT: Reading = { kind: 'unknown', why: 'absent' };

/** Before any pass has brought pods. */
export const noPods: PodFinder = () => ({ cpuCores: UNSEEN, memoryBytes: UNSEEN });

export function podFinder(columns: PodColumns, rule: FreshnessRule): PodFinder {
  const rows = rowsOf(columns.pods);
  return ({ namespace, name, uid }, now) => {
    const row = rows.get(uid);
    const found = row === undefined ? undefined : columns.pods[row]!;
    if (row === undefined || found?.name !== name || found.namespace !== namespace) {
      return { cpuCores: ABSENT, memoryBytes: ABSENT };
    }
    return { cpuCores: read(columns.cpuCores, row, now), memoryBytes: read(columns.memoryBytes, row, now) };
  };

  function read({ values, takenAt, windowMs, why }: PodSamples, row: number, now: number): Reading {
    const value = values[row]!;
    if (Number.isNaN(value)) return { kind: 'unknown', why: unknownReasons[why[row]!]! };
    const freshness = freshnessOf(takenAt[row]!, now, rule);
    if (freshness !== 'fresh') return { kind: 'unknown', why: freshness };
    const window = Number.isNaN(windowMs[row]!) ? {} : { windowMs: windowMs[row]! };
    return { kind: 'known', value, takenAt: takenAt[row]!, ...window, source: columns.source };
  }
}

/** As long as no pod comes or goes, passes share one list. */
const rowsOf = oncePer((pods: readonly PodKey[]) => new Map(pods.map(({ uid }, row) => [uid, row])));
