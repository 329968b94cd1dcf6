import type { Fate, NodeFate } from '#decisions/rescheduling/migration-plan.ts';
import { percentText } from './amount-text.ts';

const fateWords: Readonly<Record<Exclude<Fate, 'not-foreseen'>, string>> = {
  relieved: 'its moves bring its risk below the price of another',
  improved: 'its moves help it, and no further one pays now',
  'not-yet': 'the forecast says that it will be hot, not often enough yet to be believed',
  'all-hot': 'no node is cool and takes pods: there is nowhere to go',
  'budget-spent': 'the budgets allow no more moves now',
  'work-spent': 'the search was cut short: more may be found in the next pass',
  'nothing-helps': 'no move would pay',
  'immovable-load': 'what cannot leave it keeps it above its line',
  blind: 'too few nodes are seen',
  'no-share-known': "no pod's share of it is known",
};

/** Fates that another hour of what is learnt may change. */
const restsOnForecast: ReadonlySet<Fate> = new Set(['improved', 'not-yet', 'nothing-helps', 'not-foreseen']);

/** A forecast that knows less than a day is young: evictions are dearer to it. */
const YOUNG_MINUTES = 24 * 60;

/** How a node stands in a plan, for people. */
export const standingText = ({ verdict, hotBy }: Pick<NodeFate, 'verdict' | 'hotBy'>): string =>
  verdict === 'hot' ? `hot by ${hotBy.join(', ')}` : 'at risk';

/** What became of a node that is hot or at risk, in a plan, for people, with the numbers that it rests on. */
export function fateText(fate: Pick<NodeFate, 'foreseen' | 'hotBeyondPods' | 'hotBy' | 'outcome'>): string {
  const { outcome, hotBeyondPods, foreseen } = fate;
  const { learntMinutes } = foreseen;
  const words = outcome === 'not-foreseen' ? notForeseen(fate) : fateWords[outcome];
  const isSaid = outcome === 'no-share-known' || hotBeyondPods.length === 0;
  const beyond = isSaid ? '' : `; no pod's share of ${hotBeyondPods.join(', ')} is known`;
  if (!restsOnForecast.has(outcome) || learntMinutes >= YOUNG_MINUTES) return `${words}${beyond}`;
  return `${words}${beyond}; the forecast has learnt ${learntText(learntMinutes)} of use`;
}

/** It is hot, and no risk: it will not stay so, by what is expected of its pods. */
function notForeseen({ hotBy, foreseen: { loads } }: Pick<NodeFate, 'foreseen' | 'hotBy'>): string {
  const causes = loads.filter(({ resource }) => hotBy.includes(resource));
  const expected = causes.map(({ resource, now }) => `${resource} ${percentText(now)}`).join(' and ');
  return `by what is known of its pods ${expected} is expected within the hour: it will not stay hot for long`;
}

function learntText(minutes: number): string {
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
}
