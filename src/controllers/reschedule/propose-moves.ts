import { isFinished } from '#api/pod-migration.ts';
import { proposalOf } from '#decisions/rescheduling/plan/proposal.ts';
import type { MigrationPlan } from '#decisions/rescheduling/plan/migration-plan.ts';
import type { Clock } from '#ports/clock.ts';
import type { MigrationBook } from '../migrations/migration-book.ts';

export interface ProposeParts {
  readonly book: MigrationBook;
  readonly clock: Clock;
  /** A move must have begun so long after it was proposed. */
  readonly deadlineMs: number;
  /** Asked right before each write, which ends with the signal it gives; throws where nothing may be begun any more. */
  readonly act: () => AbortSignal;
}

/** Writes down what is wanted and is not yet, in the order of the plan; whoever looks at it next tells of it. */
export async function proposeMoves(plan: MigrationPlan, { book, clock, deadlineMs, act }: ProposeParts): Promise<void> {
  const { all } = book;
  const underWay = new Set(all.filter((each) => !isFinished(each)).map(({ spec }) => spec.podRef.uid));
  for (const move of plan.moves.filter(({ pod }) => !underWay.has(pod.uid))) {
    const earlier = all.filter(({ spec }) => spec.podRef.uid === move.pod.uid).length;
    const options = { now: clock.now(), deadlineMs, mode: 'Auto' } as const;
    // what is refused somebody else proposed just now
    await book.create(proposalOf(move, plan, options, earlier), act());
  }
}
