import type { Coverage } from '#load/verdict.ts';
import { percentText } from '#views/amount-text.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { someOf } from './some-of.ts';

/** Below this share nothing is moved. */
export const LEAST_COVERAGE = 0.9;

export interface CoverageFacts {
  readonly coverage: Coverage;
  /** Ready nodes that are not seen. */
  readonly unseen: readonly string[];
}

/** Whether enough of the cluster is seen for anything to be moved. */
export function judgeCoverage({ coverage, unseen }: CoverageFacts): Finding {
  const { ready, seen, share } = coverage;
  if (ready === 0) return problem('no node is ready', 'see `kubectl get nodes`: without ready nodes there is no load');
  const says = `cpu and memory are known of ${seen} of ${ready} ready nodes (${percentText(share)})`;
  if (unseen.length === 0) return ok(says);
  const remedy = 'mend what is said of cpu and memory above';
  const who = `not seen: ${someOf(unseen)}`;
  if (share >= LEAST_COVERAGE) return warning(`${says}; ${who}`, remedy);
  return problem(`${says}: below ${percentText(LEAST_COVERAGE)} nothing is moved; ${who}`, remedy);
}
