import { percentText } from '#views/amount-text.ts';
import { type Finding, ok, warning } from './finding.ts';
import type { Failure } from './judge-failures.ts';

/** What came of the use of pods. */
export interface PodsFacts {
  /** Nothing where none answered. */
  readonly source: string | undefined;
  readonly failures: readonly Failure[];
  /** Pods that run. */
  readonly running: number;
  /** Of those, pods whose cpu and memory are both known. */
  readonly known: number;
  /** Of those, pods that have not existed for as long as their use is measured over. */
  readonly young: number;
}

/** Below this share, more is wrong than that some pods have just started. */
const LEAST_SHARE = 0.9;

/** Whether it is known what pods use: nobody can choose whom to move without. */
export function judgePods({ source, failures, running, known, young }: PodsFacts): Finding {
  const [first] = failures;
  if (source === undefined) {
    return warning(`pods: ${first?.message ?? 'nobody was asked'}`, first?.remedy ?? 'name a source of load');
  }
  const unborn = young === 0 ? '' : `; ${young} are younger than the window they are measured over`;
  const says = `pods: cpu and memory are known of ${known} of ${running} that run, from ${source}${unborn}`;
  const grown = running - young;
  if (grown === 0 || known / grown >= LEAST_SHARE) return ok(says);
  return warning(
    `${says} (${percentText(known / grown)})`,
    first?.remedy ??
      'see that kubelets are scraped at /metrics/cadvisor with labels namespace and pod: the targets page of Prometheus',
  );
}
