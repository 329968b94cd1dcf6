import type { BudgetNow, WorkloadNow } from './workload-now.ts';
import { gates } from './gates.ts';
import { wishesOf } from './opt-outs.ts';
import type { MovabilityOptions, MovabilitySubject, Obstacle } from './subject.ts';

/** Whether eviction, which ends the pod before another begins, is a way for it. */
export type Evictability =
  | { readonly kind: 'evictable' }
  | { readonly kind: 'not-now' | 'never'; readonly message: string; readonly freedBy: string };

/** Whether a pod may be moved at all, and if not, the smallest change that would free it. */
export type Movability =
  | {
      readonly kind: 'movable';
      readonly eviction: Evictability;
      /** Only if nothing else helps. */
      readonly isLastResort: boolean;
      readonly warnings: readonly string[];
    }
  | ({ readonly kind: 'unmovable' } & Obstacle);

/** The verdict: the first gate that is shut, or how the pod may go. */
export function movabilityOf(subject: MovabilitySubject, options: MovabilityOptions): Movability {
  for (const gate of gates) {
    const obstacle = gate(subject, options);
    if (obstacle !== undefined) return { kind: 'unmovable', ...obstacle };
  }
  const { isLastResort, warnings } = wishesOf(subject.pod.metadata.annotations);
  return { kind: 'movable', eviction: evictabilityOf(subject, options), isLastResort, warnings };
}

function evictabilityOf({ owner, budgets }: MovabilitySubject, options: MovabilityOptions): Evictability {
  return (
    heldByBudgets(budgets) ??
    (owner.kind === 'workload' && options.downtime === 'refused' ? outageOf(owner.workload) : undefined) ?? {
      kind: 'evictable',
    }
  );
}

/** Two budgets are a mistake that the Eviction API refuses for ever; one may allow more later. */
function heldByBudgets(budgets: readonly BudgetNow[]): Evictability | undefined {
  const names = budgets.map(({ name }) => name).toSorted();
  if (names.length > 1) {
    const message = `the disruption budgets ${names.join(' and ')} both match it, which no eviction passes`;
    return { kind: 'never', message, freedBy: `narrow ${names.join(' or ')} so that one budget matches the pod` };
  }
  const [budget] = budgets;
  if (budget === undefined || (budget.disruptionsAllowed ?? 0) > 0) return undefined;
  return {
    kind: 'not-now',
    message: `disruption budget ${budget.name} allows no disruption now`,
    freedBy: `let ${budget.name} allow one disruption, or run one replica more`,
  };
}

/** No budget is no consent to an outage. */
function outageOf({ ref, desired, strategy }: WorkloadNow): Evictability | undefined {
  const who = `${ref.kind} ${ref.name}`;
  if (strategy === 'Recreate') {
    const message = `${who} has the strategy Recreate: its pod would end before another begins`;
    return { kind: 'never', message, freedBy: `give ${who} the strategy RollingUpdate, or allow downtime` };
  }
  if (desired === undefined || desired > 1) return undefined;
  const message = `${who} has one replica: it would be without a pod for a while`;
  return { kind: 'never', message, freedBy: `run a second replica of ${who}, or allow downtime` };
}
