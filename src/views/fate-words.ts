import type { Fate, NodeFate } from '#decisions/rescheduling/migration-plan.ts';
import { percentText } from './amount-text.ts';

/** What became of a node that is hot or at risk, in a plan, for people. */
const fateWords: Readonly<Record<Exclude<Fate, 'not-foreseen'>, string>> = {
  relieved: 'its moves bring its risk below the price of another',
  improved: 'its moves help it, and no further one pays now',
  'not-yet': 'the forecast says that it will be hot, not often enough yet to be believed',
  'all-hot': 'no node is cool and takes pods: there is nowhere to go',
  'budget-spent': 'the budgets allow no more moves now',
  'work-spent': 'the search was cut short: more may be found in the next pass',
  'nothing-helps': 'no move would pay',
  blind: 'too few nodes are seen',
};

/** Fates that another hour of what is learnt may change. */
const restsOnForecast: ReadonlySet<Fate> = new Set(['improved', 'not-yet', 'nothing-helps', 'not-foreseen']);

/** A forecast that knows less than a day is young: evictions are dearer to it. */
const YOUNG_MINUTES = 24 * 60;

/** The same with the numbers that it rests on. */
export function fateText(fate: Pick<NodeFate, 'foreseen' | 'hotBy' | 'outcome'>): string {
  const { outcome, foreseen } = fate;
  const words = outcome === 'not-foreseen' ? notForeseen(fate) : fateWords[outcome];
  const { learntMinutes } = foreseen;
  if (!restsOnForecast.has(outcome) || learntMinutes >= YOUNG_MINUTES) return words;
  return `${words}; the forecast has learnt ${learntText(learntMinutes)} of use`;
}

/** It is hot, and no risk: either it will not stay so, or nothing that moves are reckoned by makes it hot. */
function notForeseen({ hotBy, foreseen: { loads } }: Pick<NodeFate, 'foreseen' | 'hotBy'>): string {
  const causes = loads.filter(({ resource }) => hotBy.includes(resource));
  if (causes.length === 0) return `it is hot by ${hotBy.join(', ')}, and moves are reckoned by cpu and memory alone`;
  const expected = causes.map(({ resource, now }) => `${resource} ${percentText(now)}`).join(' and ');
  return `by what is known of its pods ${expected} is expected within the hour: it will not stay hot for long`;
}

function learntText(minutes: number): string {
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
}
