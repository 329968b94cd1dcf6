import type { z } from 'zod';
import { choice, count, duration, list, optionalText, ratio, requiredText, type TextShape } from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';
import { parseWindow } from '#base/written-window.ts';
import { breakerDefaults } from '#decisions/rescheduling/guards/circuit-breaker.ts';
import type { Strategy } from '#decisions/rescheduling/relocations/strategy.ts';

export interface ReschedulingOptions {
  readonly mode: 'propose' | 'act';
  readonly strategy: Strategy;
  readonly maxRetry: number;
  readonly intervalMs: number;
  readonly deadlineMs: number;
  readonly settleMs: number;
  readonly historyMs: number;
  readonly historyFolder?: string | undefined;
  readonly windows: readonly string[];
  readonly evictionRequests: 'unanswered' | 'answered';
  readonly breaker: BreakerOptions;
  readonly coverage: number;
  readonly budgets: BudgetOptions;
  readonly movability: MovabilityOptions;
}

interface BreakerOptions {
  readonly of: number;
  readonly failures: number;
  readonly windowMs: number;
}

interface MovabilityOptions {
  readonly minimumAgeMs: number;
  readonly includedNamespaces: readonly string[];
  readonly excludedNamespaces: readonly string[];
  readonly downtime: 'refused' | 'allowed';
  readonly emptyDir: 'data' | 'scratch';
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

const namespaceName: TextShape = {
  fits: (name) => /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name),
  wanted: 'the name of a namespace, such as kube-system',
};

const calendarWindow: TextShape = {
  fits: (text) => parseWindow(text) !== undefined,
  wanted: 'a window such as "Mon-Fri 22:00-06:00 Europe/Berlin"',
};

const folder: TextShape = {
  fits: (path) => path.startsWith('/') && !path.includes('\0'),
  wanted: 'the path of a folder from the root, such as /var/lib/plimsoll',
};

const movability = section<MovabilityOptions>('Which pods may be moved at all.', {
  minimumAge: duration('10m', {
    description: 'A pod must have run so long: what has just started is still settling.',
    flag: 'minimum-pod-age',
  }),
  includedNamespaces: list(requiredText(namespaceName, { description: 'A namespace.' }), [], {
    description: 'If any are named, only their pods are moved; naming one here frees it from the exclusions below.',
    flag: 'included-namespaces',
  }),
  excludedNamespaces: list(
    requiredText(namespaceName, { description: 'A namespace.' }),
    ['kube-system', 'plimsoll-system'],
    { description: 'Namespaces whose pods are never moved.', flag: 'excluded-namespaces' },
  ),
  downtime: choice(['refused', 'allowed'], 'refused', {
    description: 'Whether a workload may be left without a pod for a while, as one of one replica would be.',
    flag: 'downtime',
  }),
  emptyDir: choice(['data', 'scratch'], 'data', {
    description: 'What an emptyDir on the disk of its node is taken for: pods that hold data stay.',
    flag: 'empty-dir',
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
  interval: duration('1m', { description: 'From one plan to the next.', flag: 'rescheduling-interval' }),
  deadline: duration('30m', {
    description: 'A move that has not begun so long after it was proposed is given up.',
    flag: 'move-deadline',
  }),
  settle: duration('5m', {
    description: 'From the landing of a pod to the measuring of what that did to both nodes.',
    flag: 'move-settle',
  }),
  history: duration('24h', {
    description: 'How far back the use of pods is looked at when the role starts, as far as Prometheus remembers.',
  }),
  historyFolder: optionalText(folder, {
    description: 'Folder in which what was learnt of loads is kept for the next start; without one it is forgotten.',
    flag: 'history-folder',
    example: '/var/lib/plimsoll',
    fixedAtStart: true,
  }),
  windows: list(requiredText(calendarWindow, { description: 'A window.' }), [], {
    description:
      'When moves may begin, such as "Mon-Fri 22:00-06:00 Europe/Berlin"; any day without days, UTC without a zone. None: always.',
    flag: 'rescheduling-windows',
  }),
  evictionRequests: choice(['unanswered', 'answered'], 'unanswered', {
    description:
      'Whether somebody in this cluster acts on EvictionRequests; only then may a move have the mode Request.',
    flag: 'eviction-requests',
  }),
  breaker: section<BreakerOptions>('When the circuit breaker stops all moves, until somebody resumes them.', {
    of: count(breakerDefaults.of, { least: 1 }, { description: 'The last moves that are looked at.' }),
    failures: count(breakerDefaults.failures, { least: 1 }, { description: 'How many of them may fail.' }),
    window: duration('6h', { description: 'Moves that ended longer ago do not count.' }),
  }),
  coverage: ratio(0.9, {
    description: 'Share of ready nodes whose load must be known and fresh; below it nothing moves.',
    flag: 'coverage',
  }),
  budgets,
  movability,
});
