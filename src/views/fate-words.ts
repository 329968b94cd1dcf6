import type { Fate } from '#decisions/rescheduling/migration-plan.ts';

/** What became of a node that is hot or at risk, in a plan, for people. */
export const fateWords: Readonly<Record<Fate, string>> = {
  relieved: 'its moves bring its risk below the price of another',
  improved: 'its moves help it, and no further one pays now',
  'not-yet': 'the forecast says that it will be hot, not often enough yet to be believed',
  'all-hot': 'every node is hot: there is nowhere to go',
  'budget-spent': 'the budgets allow no more moves now',
  'work-spent': 'the search was cut short: more may be found in the next pass',
  'nothing-helps': 'no move would pay',
  blind: 'too few nodes are seen',
  'not-foreseen': 'by what is expected of its pods it will not stay hot, or they are not the cause',
};
