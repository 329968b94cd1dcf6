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
}

/** Below this share, more is wrong than that some pods have just started. */
const LEAST_SHARE = 0.9;

/** Whether it is known what pods use: nobody can choose whom to move without. */
export function judgePods({ source, failures, running, known }: PodsFacts): Finding {
  const [first] = failures;
  if (source === undefined) {
    return warning(`pods: ${first?.message ?? 'nobody was asked'}`, first?.remedy ?? 'name a source of load');
  }
  const says = `pods: cpu and memory are known of ${known} of ${running} that run, from ${source}`;
  if (running === 0 || known / running >= LEAST_SHARE) return ok(says);
  return warning(
    `${says} (${percentText(known / running)})`,
    first?.remedy ??
      'see that kubelets are scraped at /metrics/cadvisor with labels namespace and pod: the targets page of Prometheus',
  );
}
