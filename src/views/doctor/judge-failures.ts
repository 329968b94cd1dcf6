import type { SignalSpec } from '#load/signals/signal.ts';
import { type Finding, problem, warning } from './finding.ts';

/** Something that could not be done, and what to do. */
export interface Failure {
  readonly message: string;
  readonly remedy: string;
}

/** A signal of which a source gave nothing. */
export interface FailedSignal {
  readonly signal: SignalSpec;
  readonly source: string;
  readonly failure: Failure;
  /** The source that answered in its place, if one did. */
  readonly insteadFrom: string | undefined;
}

/** Signals that nothing was read of, together where it is for one reason. */
export function judgeFailures(failed: readonly FailedSignal[]): readonly Finding[] {
  const byReason = Map.groupBy(failed, ({ failure, insteadFrom }) => JSON.stringify([failure.message, insteadFrom]));
  return [...byReason.values()].map((alike) => {
    const { failure, source, insteadFrom } = alike[0]!;
    const names = alike.map(({ signal }) => signal.name).join(', ');
    if (insteadFrom !== undefined) {
      return warning(
        `${names}: read from ${insteadFrom}, for ${source} gave nothing: ${failure.message}`,
        failure.remedy,
      );
    }
    const isGrave = alike.some(({ signal }) => signal.essential);
    return (isGrave ? problem : warning)(`${names}: ${failure.message}`, failure.remedy);
  });
}
