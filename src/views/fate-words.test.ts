import { expect, test } from 'vitest';
import type { NodeFate } from '#decisions/rescheduling/migration-plan.ts';
import { fateText } from './fate-words.ts';

const expected = (resource: string, now: number) => ({ resource, now, peak: now, riskMinutes: 0 });

const fate = (outcome: NodeFate['outcome'], learntMinutes: number, hotBy: readonly string[] = ['cpu']) => ({
  outcome,
  hotBy,
  hotBeyondPods: hotBy.filter((signal) => signal === 'load' || signal === 'latency'),
  foreseen: { learntMinutes, loads: [expected('cpu', 0.764), expected('memory', 0.2)] },
});

const cases: readonly (readonly [says: string, given: ReturnType<typeof fate>, text: string])[] = [
  [
    'heat that is not foreseen comes with what is, and with how little that rests on',
    fate('not-foreseen', 4),
    'by what is known of its pods cpu 76% is expected within the hour: it will not stay hot for long; the forecast has learnt 4 minutes of use',
  ],
  [
    'a forecast that knows a day is taken at its word',
    fate('not-foreseen', 1440, ['cpu', 'memory', 'load']),
    "by what is known of its pods cpu 76% and memory 20% is expected within the hour: it will not stay hot for long; no pod's share of load is known",
  ],
  [
    'heat that no move is reckoned to mend is called that',
    fate('no-share-known', 3, ['load', 'latency']),
    "no pod's share of it is known",
  ],
  [
    'while evictions are dear, since little is known, that is said',
    fate('nothing-helps', 180),
    'no move would pay; the forecast has learnt 3 hours of use',
  ],
  ['what no forecast changes is told without one', fate('budget-spent', 4), 'the budgets allow no more moves now'],
];

for (const [says, given, text] of cases) test(says, () => expect(fateText(given)).toBe(text));
