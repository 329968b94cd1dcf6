import type { Fate, NodeFate } from '#decisions/rescheduling/plan/migration-plan.ts';
import { percentText } from '#views/amount-text.ts';
import { signalFateText } from './signal-fate-text.ts';

/** All that there is to say is said of its signals. */
type BySignals = 'no-share-known' | 'signal-relieved' | 'signal-stays';

const fateWords: Readonly<Record<Exclude<Fate, BySignals | 'not-foreseen' | 'immovable-load'>, string>> = {
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

/** How a node stands in a plan, for people. */
export const standingText = ({ verdict, hotBy }: Pick<NodeFate, 'verdict' | 'hotBy'>): string =>
  verdict === 'hot' ? `hot by ${hotBy.join(', ')}` : 'at risk';

type Fated = Pick<NodeFate, 'foreseen' | 'hotBeyondPods' | 'hotBy' | 'immovable' | 'outcome'>;

/** What became of a node that is hot or at risk, in a plan, for people, with the numbers that it rests on. */
export function fateText(fate: Fated): string {
  const { outcome, hotBeyondPods, foreseen } = fate;
  const { learntMinutes } = foreseen;
  const words = [...wordsOf(fate), ...hotBeyondPods.map(signalFateText)].join('; ');
  if (!restsOnForecast.has(outcome) || learntMinutes >= YOUNG_MINUTES) return words;
  return `${words}; the forecast has learnt ${learntText(learntMinutes)} of use`;
}

function wordsOf(fate: Fated): readonly string[] {
  const { outcome, immovable } = fate;
  if (outcome === 'not-foreseen') return [notForeseen(fate)];
  if (outcome === 'immovable-load') return [immovableText(immovable)];
  return isBySignals(outcome) ? [] : [fateWords[outcome]];
}

const isBySignals = (outcome: Fate): outcome is BySignals =>
  outcome === 'no-share-known' || outcome === 'signal-relieved' || outcome === 'signal-stays';

/** What keeps a node above its line whatever leaves it. */
const immovableText = (immovable: NodeFate['immovable']): string =>
  immovable === undefined
    ? 'what cannot leave it keeps it above its line'
    : `what cannot leave it keeps it above its line, at ${immovable.resource} ${percentText(immovable.load)}`;

/** It is hot, and no risk: it will not stay so, by what is expected of its pods. */
function notForeseen({ hotBy, foreseen: { loads } }: Pick<NodeFate, 'foreseen' | 'hotBy'>): string {
  const causes = loads.filter(({ resource }) => hotBy.includes(resource));
  const expected = causes.map(({ resource, now }) => `${resource} ${percentText(now)}`).join(' and ');
  return `by what is known of its pods ${expected} is expected within the hour: it will not stay hot for long`;
}

function learntText(minutes: number): string {
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
}
