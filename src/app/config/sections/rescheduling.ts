import type { z } from 'zod';
import { choice, count, ratio } from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';

export interface ReschedulingOptions {
  readonly mode: 'propose' | 'act';
  readonly strategy: 'least_loaded' | 'balanced' | 'fewest_moves' | 'binpack';
  readonly maxRetry: number;
  readonly coverage: number;
  readonly budgets: BudgetOptions;
}

interface BudgetOptions {
  readonly inFlightPerOwner: number;
  readonly inFlightPerNode: number;
  readonly perPass: number;
  readonly perHour: number;
  readonly perHourShare: number;
}

const budgets = section<BudgetOptions>('How many moves are allowed; moves by hand count too.', {
  inFlightPerOwner: count(1, { least: 0 }, { description: 'Moves in flight for one owner.', flag: 'moves-per-owner' }),
  inFlightPerNode: count(2, { least: 0 }, { description: 'Moves in flight on one node.', flag: 'moves-per-node' }),
  perPass: count(5, { least: 0 }, { description: 'Moves begun in one pass.', flag: 'moves-per-pass' }),
  perHour: count(
    5,
    { least: 0 },
    {
      description: 'Moves in one hour, or the share below where that is more.',
      flag: 'moves-per-hour',
    },
  ),
  perHourShare: ratio(0.01, {
    description: 'Moves in one hour as a share of all pods, or the number above where that is more.',
    flag: 'moves-per-hour-share',
  }),
});

export const reschedulingSection: z.ZodObject = section<ReschedulingOptions>('Moving pods off hot nodes.', {
  mode: choice(['propose', 'act'], 'propose', {
    description: 'Whether moves are only proposed, or carried out within the budgets.',
    flag: 'rescheduling-mode',
  }),
  strategy: choice(['least_loaded', 'balanced', 'fewest_moves', 'binpack'], 'least_loaded', {
    description: 'Which of the feasible targets a pod moves to.',
    flag: 'reschedule-strategy',
    environment: 'RESCHEDULE_STRATEGY',
  }),
  maxRetry: count(
    3,
    { least: 0, most: 100 },
    {
      description: 'How often a move that did not come off is tried again.',
      flag: 'max-retry',
      environment: 'MAX_RETRY',
    },
  ),
  coverage: ratio(0.9, {
    description: 'Share of ready nodes whose load must be known and fresh; below it nothing moves.',
    flag: 'coverage',
  }),
  budgets,
});
