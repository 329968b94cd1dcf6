import { expect, test } from 'vitest';
import type { NodeFate } from '#decisions/rescheduling/plan/migration-plan.ts';
import type { SignalFate } from '#decisions/rescheduling/plan/signal-fates.ts';
import { fateText } from './fate-words.ts';

const expected = (resource: string, now: number) => ({ resource, now, peak: now, riskMinutes: 0 });

const latency: SignalFate = {
  signal: 'latency',
  measure: 'milliseconds',
  value: 640,
  threshold: 500,
  release: 450,
  outcome: 'no-share',
  after: null,
};
const load: SignalFate = {
  signal: 'load',
  measure: 'ratio',
  value: 1.9,
  threshold: 1.5,
  release: 1.35,
  outcome: 'relieved',
  after: 1.31,
};

const fate = (
  outcome: NodeFate['outcome'],
  learntMinutes: number,
  {
    hotBy = ['cpu'],
    beyond = [],
  }: { readonly hotBy?: readonly string[]; readonly beyond?: readonly SignalFate[] } = {},
): Parameters<typeof fateText>[0] => ({
  outcome,
  hotBy,
  hotBeyondPods: beyond,
  foreseen: { learntMinutes, loads: [expected('cpu', 0.764), expected('memory', 0.2)] },
  ...(outcome === 'immovable-load' ? { immovable: { resource: 'cpu', load: 0.814 } } : {}),
});

const cases: readonly (readonly [says: string, given: ReturnType<typeof fate>, text: string])[] = [
  [
    'heat that is not foreseen comes with what is, and with how little that rests on',
    fate('not-foreseen', 4),
    'by what is known of its pods cpu 76% is expected within the hour: it will not stay hot for long; the forecast has learnt 4 minutes of use',
  ],
  [
    'a forecast that knows a day is taken at its word',
    fate('not-foreseen', 1440, { hotBy: ['cpu', 'memory', 'load'], beyond: [{ ...load, outcome: 'budget-spent' }] }),
    'by what is known of its pods cpu 76% and memory 20% is expected within the hour: it will not stay hot for long; load 1.90 is above 1.50: the budgets allow no more moves now',
  ],
  [
    'heat that no move is reckoned to mend is called that, with its numbers and what can be done',
    fate('no-share-known', 3, { hotBy: ['latency'], beyond: [latency] }),
    "latency 640ms is above 500ms: its pods' part in it is not measured, so no move is reckoned for it; a NodeLoadRule with maxLatency lets pods leave it",
  ],
  [
    'each signal has its own reason',
    fate('no-share-known', 3, {
      beyond: [
        { ...load, outcome: 'cores-idle', after: null, busy: 0.12 },
        { ...latency, signal: 'psi-io', measure: 'ratio', value: 0.7, threshold: 0.5 },
      ],
    }),
    "load 1.90 is above 1.50: its cores are 88% idle: what waits there waits for storage or the like, whose it is nobody knows, and nothing is moved for it; psi-io 0.70 is above 0.50: its pods' part in it is not measured, so no move is reckoned for it",
  ],
  [
    'moves for load come with what they bring it to',
    fate('signal-relieved', 3, { hotBy: ['load'], beyond: [load] }),
    'load 1.90 is above 1.50: its moves bring it to 1.31',
  ],
  [
    'a verdict outlasts a sample',
    fate('no-share-known', 3, { beyond: [{ ...load, outcome: 'not-now', value: 1.2, after: null }] }),
    'load was above 1.50, and is 1.20',
  ],
  [
    'what is not known any more is told as that',
    fate('no-share-known', 3, { beyond: [{ ...load, outcome: 'not-now', value: null, after: null }] }),
    'load was above 1.50, and is not known now',
  ],
  [
    'trap 25: what cannot leave is told with where it keeps the node',
    fate('immovable-load', 3),
    'what cannot leave it keeps it above its line, at cpu 81%',
  ],
  [
    'while evictions are dear, since little is known, that is said',
    fate('nothing-helps', 180),
    'no move would pay; the forecast has learnt 3 hours of use',
  ],
  ['what no forecast changes is told without one', fate('budget-spent', 4), 'the budgets allow no more moves now'],
];

for (const [says, given, text] of cases) test(says, () => expect(fateText(given)).toBe(text));
