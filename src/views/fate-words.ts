import type { Fate, NodeFate } from '#decisions/rescheduling/migration-plan.ts';

const fateWords: Readonly<Record<Fate, string>> = {
  relieved: 'its moves bring its risk below the price of another',
  improved: 'its moves help it, and no further one pays now',
  'not-yet': 'the forecast says that it will be hot, not often enough yet to be believed',
  'all-hot': 'every node is hot or takes no pods: there is nowhere to go',
  'budget-spent': 'the budgets allow no more moves now',
  'work-spent': 'the search was cut short: more may be found in the next pass',
  'nothing-helps': 'no move would pay',
  'immovable-load': 'what cannot leave it keeps it above its line',
  blind: 'too few nodes are seen',
  'not-foreseen': 'by what is expected of its pods it will not stay hot, or they are not the cause',
  'no-share-known': "no pod's share of it is known",
};

/** How a node stands in a plan, for people. */
export const standingText = ({ verdict, hotBy }: Pick<NodeFate, 'verdict' | 'hotBy'>): string =>
  verdict === 'hot' ? `hot by ${hotBy.join(', ')}` : 'at risk';

/** What became of a node that is hot or at risk, in a plan, for people. */
export function fateText({ outcome, hotBeyondPods }: Pick<NodeFate, 'outcome' | 'hotBeyondPods'>): string {
  const isSaid = outcome === 'no-share-known' || hotBeyondPods.length === 0;
  return `${fateWords[outcome]}${isSaid ? '' : `; no pod's share of ${hotBeyondPods.join(', ')} is known`}`;
}
